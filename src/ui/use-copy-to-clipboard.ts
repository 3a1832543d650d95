import { useLingui } from '@lingui/react/macro';
import { showToast } from './feedback/toast.tsx';

/** Duration of the copy confirmation in ms (spec 1 §9). */
const COPIED_MS = 5000;

/**
 * Returns a function that copies a text and shows a toast; browsers may reject copying at any time. The
 * function takes the text, and optionally the toast's message.
 */
export function useCopyToClipboard(): (text: string, message?: string) => Promise<void> {
  const { t } = useLingui();
  return async (text, message = t`Copied`) => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ tone: 'good', message, subject: 'copying', timeoutMs: COPIED_MS });
    } catch {
      showToast({ tone: 'bad', message: t`Couldn’t copy. Try again.`, subject: 'copying' });
    }
  };
}
