import { useErrorWords } from '#src/data/words/error-words.ts';
import { showToast } from '#src/ui/toast-store.ts';

/** The copy confirmation's time, in ms (spec 1 §9). */
const COPIED_MS = 5000;

/** Puts a text on the clipboard, and says so. */
export function useCopying(): (text: string, done: string) => Promise<void> {
  const errorWords = useErrorWords();
  return async (text, done) => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ tone: 'good', message: done, timeoutMs: COPIED_MS });
    } catch (error) {
      showToast({ tone: 'bad', message: errorWords(error) });
    }
  };
}
