import { type ComponentType, lazy } from 'react';
import { loadDeferredTexts } from './activate-language.ts';

/** Waits for the texts that don't load with the first screen, too. */
export async function withDeferredTexts<Part>(loading: Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([loading, loadDeferredTexts()]);
  return part;
}

/** Creates a lazy component that has the deferred texts when it is shown. */
export function lazyWithTexts<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await withDeferredTexts(load()) }));
}
