import { type ComponentType, lazy } from 'react';
import { loadDeferredTexts } from './activate-language.ts';

/** Creates a lazy component that also waits for the texts that don't load with the first screen. */
export function lazyWithTexts<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [component] = await Promise.all([load(), loadDeferredTexts()]);
    return { default: component };
  });
}
