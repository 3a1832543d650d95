import { useState } from 'react';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { showToast } from '#src/ui/toast-store.ts';

/** Does one act at a time; a failure is said and changes nothing. */
export function useAct(): { act: (work: () => Promise<void>) => void; busy: boolean } {
  const errorWords = useErrorWords();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showToast({ tone: 'bad', message: errorWords(error) });
    } finally {
      setBusy(false);
    }
  };
  return { act: (work) => void run(work), busy };
}
