import { useSyncExternalStore } from 'react';
import { announcements, subscribeToAnnouncements } from './announce.ts';

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
