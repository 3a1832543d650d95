import { createContext, use } from 'react';

const HeaderSlot = createContext<HTMLElement | null>(null);

/** Provides the slot in the app header that `Page` fills; null without a header. */
export const HeaderSlotProvider = HeaderSlot.Provider;

/** Returns the slot for a page's back button and title, so that a screen never has two bars. */
export function useHeaderSlot(): HTMLElement | null {
  return use(HeaderSlot);
}
