import { useLingui } from '@lingui/react/macro';
import type { CartLine } from '#schemas/cart.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { showToast } from '#src/ui/toast-store.ts';
import { putBack, removeLines, setQuantity } from './actions.ts';

/** Changes lines of the cart at once; what can't be kept is said. */
export function useCartEdits() {
  const { t } = useLingui();
  const account = useAccount();
  const errorWords = useErrorWords();
  const act = (work: Promise<void>) =>
    void work.catch((error: unknown) => showToast({ tone: 'bad', message: errorWords(error) }));

  const remove = async (line: CartLine) => {
    await removeLines(account, [line.uuid]);
    const { name } = line;
    showToast({
      message: t`Removed: ${name}`,
      timeoutMs: 8000,
      action: { label: t`Undo`, onPress: () => act(putBack(account, line)) },
    });
  };
  return {
    change: (line: CartLine, quantity: number) => act(setQuantity(account, line.uuid, quantity)),
    remove: (line: CartLine) => act(remove(line)),
  };
}
