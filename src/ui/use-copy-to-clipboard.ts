import { useLingui } from '@lingui/react/macro';
import { showToast } from './feedback/toast-store.ts';

/** The copy confirmation's time, in ms (spec 1 §9). */
const COPIED_MS = 5000;

/**
 * Puts a text on the clipboard, and says so; or that it could not, which a browser may refuse at any time.
 * @returns takes the text, and what to say once it is copied
 */
export function useCopyToClipboard(): (text: string, done?: string) => Promise<void> {
  const { t } = useLingui();
  return async (text, done = t`Copied`) => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ tone: 'good', message: done, subject: 'copying', timeoutMs: COPIED_MS });
    } catch {
      showToast({ tone: 'bad', message: t`This could not be copied.`, subject: 'copying' });
    }
  };
}
