import { useSyncExternalStore } from 'react';

type Politeness = 'polite' | 'assertive';

interface Announcements {
  polite: string;
  assertive: string;
}

let currentAnnouncements: Announcements = { polite: '', assertive: '' };
const listeners = new Set<() => void>();

/**
 * Announces a text to screen readers without moving the focus.
 * @param text one sentence in the user's language
 * @param politeness `assertive` interrupts; use it only for problems that stop the work
 */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  // Repeating the same text wouldn't change the page, so add a no-break space.
  const isRepeated = currentAnnouncements[politeness] === text;
  currentAnnouncements = {
    ...currentAnnouncements,
    [politeness]: isRepeated ? `${text}\u00a0` : text,
  };
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
function subscribeToAnnouncements(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the latest announcements; the same object until they change. */
export function announcements(): Announcements {
  return currentAnnouncements;
}

/** Live regions of `announce`; mounted once at the root. */
export function LiveRegion() {
  const { polite, assertive } = useSyncExternalStore(subscribeToAnnouncements, announcements);
  return (
    <div className="sr-only" data-react-aria-top-layer="true">
      <p aria-live="polite">{polite}</p>
      <p aria-live="assertive">{assertive}</p>
    </div>
  );
}
