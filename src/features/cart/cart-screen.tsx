import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, type ReactNode, useEffect, useState } from 'react';
import type { CartLine } from '#schemas/cart.ts';
import { groupByVendor, cartBlocks, cartTotal, type CartChange } from '#schemas/cart-rules.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { CartChanges } from './cart-changes.tsx';
import { CheckoutFooter } from './checkout-footer.tsx';
import { cartLines } from './queries.ts';
import { VendorSection } from './vendor-section.tsx';
import { useCall } from '#src/data/requests/use-call.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { refreshCart } from './actions.ts';

/** `/cart`: the products to order, by vendor (spec 2 §2, "Cart"). Works offline. */
export function CartScreen() {
  const { t } = useLingui();
  usePageTitle(t`Cart`);
  const lines = useLiveQuery(cartLines, []);
  const { changes, clear } = useCartRefresh();
  const changeList = <CartChanges changes={changes} onDismiss={clear} />;
  if (lines && lines.length > 0) return <FilledCart lines={lines}>{changeList}</FilledCart>;
  return (
    <Page title={<Trans>Cart</Trans>}>
      {changeList}
      {lines ? (
        <EmptyState
          drawing="empty-cart"
          title={<Trans>Your cart is empty</Trans>}
          action={
            <LinkButton {...linkTo(paths.shop())}>
              <Trans>Look around in the shop</Trans>
            </LinkButton>
          }
        >
          <Trans>What you put in stays on this phone until you order it.</Trans>
        </EmptyState>
      ) : (
        <Skeleton label={t`Loading your cart`}>
          <SkeletonCard lines={4} />
        </Skeleton>
      )}
    </Page>
  );
}

interface FilledCartProps {
  lines: readonly CartLine[];
  /** The changes. */
  children: ReactNode;
}

function FilledCart({ lines, children }: FilledCartProps) {
  const { region } = useAccount().identity;
  const points = useSingleton('points')?.company_points;
  const list = useRef<HTMLDivElement>(null);
  const groups = groupByVendor(lines);
  const blocks = points === undefined ? [] : cartBlocks(lines, { points, region });
  return (
    <Page
      title={<Trans>Cart</Trans>}
      footer={
        <CheckoutFooter total={cartTotal(lines)} points={points} blocks={blocks} lines={list} />
      }
    >
      <div ref={list} className="space-y-7">
        {children}
        {groups.map((group) => (
          <VendorSection
            key={group.type}
            group={group}
            isAlone={groups.length === 1}
            blocks={blocks.filter(({ type }) => type === group.type)}
          />
        ))}
      </div>
    </Page>
  );
}

/**
 * Refreshes the cart when it is opened and after reconnecting (spec 2 §4).
 * @returns the changes, until the screen is left or `clear` is called
 */
function useCartRefresh(): { changes: readonly CartChange[]; clear: () => void } {
  const account = useAccount();
  const call = useCall();
  const online = useConnection() === 'online';
  const [changes, setChanges] = useState<readonly CartChange[]>([]);
  useEffect(() => {
    if (!online) return;
    refreshCart(account, call).then(
      (found) => setChanges((known) => [...known, ...found]),
      // On failure the cart stays unchanged; the server validates the order itself.
      () => undefined,
    );
  }, [account, call, online]);
  return { changes, clear: () => setChanges([]) };
}
