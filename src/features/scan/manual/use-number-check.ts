import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCall } from '#src/data/requests/use-call.ts';
import { codeOf as errorCodeOf } from '#src/data/text/error-code.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { confirmProduct } from '../capture/confirmations.ts';
import type { RegistryAnswer } from './validate-entry.ts';
import type { Product } from './manual-state.ts';

/** Debounce before a number is checked automatically, in ms. */
const PAUSE_MS = 250;
/** Timeout of the registry, in ms; then the user enters the product. */
const ANSWER_MS = 8000;

/**
 * Asks the registry about a product.
 * @param own uuid of the scan being fixed, which isn't its own duplicate
 */
export function useRegistryLookup(own: string | undefined) {
  const call = useCall();
  const online = useConnection() === 'online';
  return async (
    code: string,
    product: Product | null,
    signal?: AbortSignal,
  ): Promise<RegistryAnswer> => {
    if (!online) return 'offline';
    const asking = { own, ...(signal && { signal }) };
    return confirmProduct(call, { code, ...product }, asking).catch(answerOfError);
  };
}

function answerOfError(error: unknown): RegistryAnswer {
  const code = errorCodeOf(error);
  if (code === 'too_many_requests') return 'limited';
  return code === 'offline' || code === 'not_an_answer' ? 'offline' : 'failed';
}

/**
 * Looks a number up once it stops changing.
 * @param number null cancels the current lookup
 * @param look performs the lookup; its signal aborts on timeout or when superseded
 * @returns `checking`, and `check` to start at once
 */
export function useNumberCheck(
  number: string | null,
  look: (number: string, signal: AbortSignal) => Promise<() => void>,
) {
  const [checking, setChecking] = useState(false);
  const current = useRef<{ readonly number: string; readonly asking: AbortController } | null>(
    null,
  );

  const giveUp = () => {
    current.current?.asking.abort();
    current.current = null;
    setChecking(false);
  };
  const check = async (code: string) => {
    if (current.current?.number === code) return;
    giveUp();
    const mine = { number: code, asking: new AbortController() };
    current.current = mine;
    setChecking(true);
    const timer = setTimeout(() => mine.asking.abort(), ANSWER_MS);
    try {
      const apply = await look(code, mine.asking.signal);
      if (current.current === mine) apply();
    } finally {
      clearTimeout(timer);
      if (current.current === mine) giveUp();
    }
  };

  const begin = useEffectEvent((code: string) => void check(code));
  const leave = useEffectEvent(giveUp);
  useEffect(() => {
    if (number === null) return undefined;
    const timer = setTimeout(() => begin(number), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [number]);
  return { checking, check };
}
