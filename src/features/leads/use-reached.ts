import { useState } from 'react';

/** The lead whose customer was called or written to last; for as long as the tab lives. */
const KEY = 'club.lead-reached';

/** Whether a lead's customer was called or written to from here, so that the next step is to say so. */
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
