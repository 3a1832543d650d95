import { useState } from 'react';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { dismissToastsAbout, showToast } from '#src/ui/feedback/toast.tsx';

/**
 * Runs one action at a time; shows a failure as a toast.
 * @param subject id of the document it changes
 */
export function useAction(subject: string): {
  act: (work: () => Promise<void>) => void;
  busy: boolean;
} {
  const errorMessage = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    dismissToastsAbout(subject);
    try {
      await work();
    } catch (error) {
      showToast({ tone: 'bad', subject, message: errorMessage(error) });
    } finally {
      setBusy(false);
    }
  };
  return { act: (work) => void run(work), busy };
}
