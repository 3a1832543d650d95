import { useState } from 'react';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { dismissToastsAbout, showToast } from '#src/ui/feedback/toast.tsx';

/**
 * Runs one action at a time, and shows a failure as a toast.
 * @param subject id of the document that the action changes
 */
export function useAction(subject: string): {
  run: (action: () => Promise<void>) => void;
  busy: boolean;
} {
  const errorMessage = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const runAction = async (action: () => Promise<void>) => {
    setBusy(true);
    dismissToastsAbout(subject);
    try {
      await action();
    } catch (error) {
      showToast({ tone: 'bad', subject, message: errorMessage(error) });
    } finally {
      setBusy(false);
    }
  };
  return { run: (action) => void runAction(action), busy };
}
