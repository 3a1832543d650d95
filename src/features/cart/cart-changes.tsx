import { Trans, useLingui } from '@lingui/react/macro';
import type { CartChange } from '#schemas/cart-rules.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';

interface CartChangesProps {
  changes: readonly CartChange[];
  onDismiss: () => void;
}

/** Changes that the shop made to the cart since it was last opened; shown once. */
export function CartChanges({ changes, onDismiss }: CartChangesProps) {
  const { t } = useLingui();
  const changeText = useChangeText();
  if (changes.length === 0) return null;
  return (
    <Banner
      tone="warn"
      live="polite"
      title={<Trans>The shop has changed something in your cart</Trans>}
      onDismiss={onDismiss}
      dismissLabel={t`Dismiss`}
    >
      <ul className="mt-1 space-y-1">
        {changes.map((change) => (
          <li key={`${change.line.uuid} ${change.what}`}>{changeText(change)}</li>
        ))}
      </ul>
    </Banner>
  );
}

function useChangeText(): (change: CartChange) => string {
  const { t } = useLingui();
  const format = useFormat();
  return ({ line, what, now }) => {
    const { name } = line;
    if (what === 'gone') return t`${name} is no longer sold and was taken out.`;
    if (what === 'back') return t`${name} can be had again: one piece is in your cart.`;
    if (what === 'capped' && now === 0) return t`${name} is sold out.`;
    if (what === 'capped') {
      const left = format.number(now);
      return t`${name}: only ${left} left, so that is what is in your cart now.`;
    }
    const before = format.points(line.price);
    const points = format.points(now);
    return t`${name} now costs ${points} instead of ${before}.`;
  };
}
