import { createContext, use } from 'react';

const HeaderSlot = createContext<HTMLElement | null>(null);

/** The place in the app's header that a `Page` beneath it fills; null where there is no header. */
export const HeaderSlotProvider = HeaderSlot.Provider;

/** Where a page puts its way back and its title, so that a screen never has two bars. */
export function useHeaderSlot(): HTMLElement | null {
  return use(HeaderSlot);
}
