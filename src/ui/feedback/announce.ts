export type Politeness = 'polite' | 'assertive';

interface Announcements {
  polite: string;
  assertive: string;
}

let current: Announcements = { polite: '', assertive: '' };
const listeners = new Set<() => void>();

/**
 * Has a text read aloud without moving the focus.
 * @param text one sentence, in the person's language
 * @param politeness `assertive` interrupts: for what stops the work
 */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  // The same text twice would not change the page and not be read: a no-break space tells them apart.
  const same = current[politeness] === text;
  current = { ...current, [politeness]: same ? `${text}\u00a0` : text };
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export function subscribeToAnnouncements(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What was said last; the same object until something new is said. */
export function announcements(): Announcements {
  return current;
}
