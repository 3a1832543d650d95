import { useLingui } from '@lingui/react/macro';
import type { CartLine } from '#schemas/cart.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { endWhen } from '#src/data/live/end-when.ts';
import { dismissToastsAbout, showToast } from '#src/ui/feedback/toast-store.ts';
import { cartLines } from './queries.ts';
import { restoreLine, removeLines, setQuantity } from './actions.ts';

/** Changes lines of the cart at once; shows a toast if that can't be saved. */
export function useCartEdits() {
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useErrorMessage();
  const act = (line: CartLine, work: Promise<void>) => {
    const subject = line.uuid;
    void work.catch((error: unknown) =>
      showToast({ tone: 'bad', subject, message: errorMessage(error) }),
    );
  };
  const isInCart = (line: CartLine) => (lines: readonly CartLine[]) =>
    lines.some(({ uuid }) => uuid === line.uuid);

  const remove = async (line: CartLine) => {
    await removeLines(account, [line.uuid]);
    const { name } = line;
    showToast({
      message: t`Removed: ${name}`,
      subject: line.uuid,
      timeoutMs: 8000,
      action: { label: t`Undo`, onPress: () => act(line, restoreLine(account, line)) },
      until: endWhen(cartLines(account), isInCart(line)),
    });
  };
  return {
    change: (line: CartLine, quantity: number) => {
      dismissToastsAbout(line.uuid);
      act(line, setQuantity(account, line.uuid, quantity));
    },
    remove: (line: CartLine) => act(line, remove(line)),
  };
}
