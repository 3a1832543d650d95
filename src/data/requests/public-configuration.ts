import { useEffect, useState } from 'react';
import { configurationCalls } from '#schemas/api/configuration-calls.ts';
import type { PublicConfiguration } from '#schemas/configuration.ts';
import type { Transport } from '#sync/http/transport.ts';
import { useServices } from '../services.ts';

/** Fetched configurations. The configuration is fetched only once per page load (spec 1 §7). */
const configurations = new WeakMap<Transport, PublicConfiguration>();
/** Attempts before the error is shown. */
const MAX_ATTEMPTS = 3;

/**
 * Loads the configuration needed before sign-in.
 * @throws CallError
 */
export async function loadPublicConfiguration(transport: Transport): Promise<PublicConfiguration> {
  const cachedConfiguration = configurations.get(transport);
  if (cachedConfiguration) return cachedConfiguration;
  const configuration = await withRetry(() =>
    transport.call(configurationCalls.getPublicConfiguration, {}),
  );
  configurations.set(transport, configuration);
  return configuration;
}

/**
 * Retries a read-only request.
 * @throws the last attempt's error
 */
export async function withRetry<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}

type LoadedConfiguration =
  | { readonly name: 'loading' }
  | { readonly name: 'loaded'; readonly configuration: PublicConfiguration }
  | { readonly name: 'failed'; readonly error: unknown; readonly retry: () => void };

/** Loads the public configuration for a screen without a session. */
export function usePublicConfiguration(): LoadedConfiguration {
  const { transport } = useServices();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<LoadedConfiguration>({ name: 'loading' });
  useEffect(() => {
    let isUnmounted = false;
    const show = (nextState: LoadedConfiguration) => {
      if (!isUnmounted) setState(nextState);
    };
    const retry = () => {
      setState({ name: 'loading' });
      setAttempt((previous) => previous + 1);
    };
    loadPublicConfiguration(transport).then(
      (configuration) => show({ name: 'loaded', configuration }),
      (error: unknown) => show({ name: 'failed', error, retry }),
    );
    return () => {
      isUnmounted = true;
    };
  }, [transport, attempt]);
  return state;
}
