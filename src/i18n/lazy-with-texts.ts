import { type ComponentType, lazy } from 'react';
import { loadDeferredTexts } from './activate-language.ts';

/** Waits for a module and for the texts that don't load with the first screen. */
export async function withDeferredTexts<Part>(loading: Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([loading, loadDeferredTexts()]);
  return part;
}

/** Creates a lazy component whose deferred texts are loaded before it's shown. */
export function lazyWithTexts<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await withDeferredTexts(load()) }));
}

/**
 * Creates a lazy notice. If it can't be loaded, it stays hidden until the device is online again and loading succeeds,
 * because an error would replace the screen. Needs a `Suspense` around it.
 */
export function lazyNotice<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadOrRetryOnline(() => withDeferredTexts(load())) }));
}

/** Loads a part; after a failure, tries again each time the device comes online. */
export async function loadOrRetryOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    return loadOrRetryOnline(load);
  }
}
