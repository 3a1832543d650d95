import { useState } from 'react';

/** Id of the lead whose customer was contacted last; kept for the tab's lifetime. */
const KEY = 'club.lead-reached';

/**
 * True if the lead's customer was contacted from here, so that the next step is to confirm that.
 */
export function useHasContacted(leadId: string): { hasContacted: boolean; onContact: () => void } {
  const [hasContacted, setIsReached] = useState(() => sessionStorage.getItem(KEY) === leadId);
  return {
    hasContacted,
    onContact: () => {
      sessionStorage.setItem(KEY, leadId);
      setIsReached(true);
    },
  };
}
