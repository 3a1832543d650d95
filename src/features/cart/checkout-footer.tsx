import { Trans, useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';
import type { CartBlock } from '#schemas/cart-rules.ts';
import { isOwner } from '#schemas/roles.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useFormat } from '#src/data/text/format.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { startCartOrder } from '#src/features/checkout/actions.ts';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { Points } from '#src/ui/points.tsx';
import { hasInvalidNumber } from '#src/ui/fields/number-field.tsx';
import { useGo } from '#src/app/use-go.ts';
import { useCheckoutBlockReason } from './use-block-text.ts';

interface CheckoutFooterProps {
  /** Points of all vendors. */
  total: number;
  /** The company's points; undefined until known. */
  points: number | undefined;
  blocks: readonly CartBlock[];
  /** Element with the quantity fields. */
  lines: RefObject<HTMLElement | null>;
}

/**
 * Cart total, remaining balance (or current balance if insufficient), and the checkout button with
 * its disabled reason.
 */
export function CheckoutFooter({ total, points, blocks, lines }: CheckoutFooterProps) {
  const { t } = useLingui();
  const format = useFormat();
  const go = useGo();
  const { user_id, role } = useAccount().identity;
  const offline = useConnection() !== 'online';
  const blocking = useCheckoutBlockReason();
  const network = offline ? t`You are offline. You can order once you are online.` : undefined;
  const begin = () => {
    // An invalid quantity isn't in the cart yet.
    if (hasInvalidNumber(lines.current)) return focusFirstError(lines.current);
    startCartOrder(localStorage, user_id);
    go(paths.checkout());
  };
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="flex items-baseline gap-x-2">
          <span className="text-ink-soft">
            <Trans>Total</Trans>
          </span>
          <Points number={format.number(total)} label={format.points(total)} />
        </p>
        {points !== undefined && (
          <p className="text-small text-ink-soft tnum">
            {total <= points ? (
              <Trans>you keep {format.number(points - total)}</Trans>
            ) : (
              !isOwner(role) && <Trans>You have {format.points(points)}</Trans>
            )}
          </p>
        )}
      </div>
      <Button fullWidth disabledReason={blocking(blocks) ?? network} onClick={begin}>
        <Trans context="command">Checkout</Trans>
      </Button>
    </>
  );
}
