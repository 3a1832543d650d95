import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, type ReactNode, useEffect, useState, type RefObject } from 'react';
import {
  groupByVendor,
  cartProblems,
  cartTotal,
  type CartChange,
  type CartProblem,
} from '#schemas/cart-rules.ts';
import type { CartLine } from '#schemas/cart.ts';
import { isOwner } from '#schemas/roles.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useCall } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useFormat } from '#src/data/text/format.ts';
import { startCartOrder } from '#src/features/checkout/actions.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { hasInvalidNumber } from '#src/ui/fields/number-field.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { Page } from '#src/ui/layout/page.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Points } from '#src/ui/points.tsx';
import { refreshCart } from './actions.ts';
import { cartLines } from './queries.ts';
import { useCheckoutDisabledReason } from './use-cart-problem-text.ts';
import { VendorSection } from './vendor-section.tsx';

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
              <Trans>Browse the shop</Trans>
            </LinkButton>
          }
        >
          <Trans>Your cart stays on this phone until you order.</Trans>
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
  /** Banner with the shop's changes. */
  children: ReactNode;
}

function FilledCart({ lines, children }: FilledCartProps) {
  const { region } = useAccount().identity;
  const points = useSingleton('points')?.company_points;
  const listRef = useRef<HTMLDivElement>(null);
  const groups = groupByVendor(lines);
  const problems = points === undefined ? [] : cartProblems(lines, { points, region });
  return (
    <Page
      title={<Trans>Cart</Trans>}
      footer={
        <CheckoutFooter
          total={cartTotal(lines)}
          points={points}
          problems={problems}
          listRef={listRef}
        />
      }
    >
      <div ref={listRef} className="space-y-7">
        {children}
        {groups.map((group) => (
          <VendorSection
            key={group.type}
            group={group}
            isOnlySection={groups.length === 1}
            problems={problems.filter(({ type }) => type === group.type)}
          />
        ))}
      </div>
    </Page>
  );
}

/**
 * Refreshes the cart when it's opened and after reconnecting (spec 2 §4).
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
      (newChanges) => setChanges((earlierChanges) => [...earlierChanges, ...newChanges]),
      // On failure the cart stays unchanged; the server validates the order itself.
      () => undefined,
    );
  }, [account, call, online]);
  return { changes, clear: () => setChanges([]) };
}

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
      title={<Trans>Your cart has changed</Trans>}
      onDismiss={onDismiss}
      dismissLabel={t`Dismiss`}
    >
      <ul className="mt-1 space-y-1">
        {changes.map((change) => (
          <li key={`${change.line.uuid} ${change.kind}`}>{changeText(change)}</li>
        ))}
      </ul>
    </Banner>
  );
}

function useChangeText(): (change: CartChange) => string {
  const { t } = useLingui();
  const format = useFormat();
  return ({ line, kind: change, newValue }) => {
    const { name } = line;
    if (change === 'gone') return t`${name} is no longer available, so we removed it.`;
    if (change === 'back') return t`${name} is back in stock. We’ve put 1 in your cart.`;
    if (change === 'capped' && newValue === 0) return t`${name} is sold out.`;
    if (change === 'capped') {
      const left = format.number(newValue);
      return t`${name}: only ${left} left. We’ve changed the quantity in your cart.`;
    }
    const before = format.points(line.price);
    const points = format.points(newValue);
    return t`${name} now costs ${points} instead of ${before}.`;
  };
}

interface CheckoutFooterProps {
  /** Points of all vendors. */
  total: number;
  /** The company's points; undefined until loaded. */
  points: number | undefined;
  problems: readonly CartProblem[];
  /** Element with the quantity fields. */
  listRef: RefObject<HTMLElement | null>;
}

/**
 * Shows the cart total, the points left after the order, and the checkout button with the reason if it is disabled. If
 * the points don't suffice, users other than owners see the current balance instead.
 */
function CheckoutFooter({ total, points, problems, listRef }: CheckoutFooterProps) {
  const { t } = useLingui();
  const format = useFormat();
  const go = useGo();
  const { user_id, role } = useAccount().identity;
  const offline = useConnection() !== 'online';
  const cartReason = useCheckoutDisabledReason();
  const offlineReason = offline ? t`You’re offline. You can order once you’re online.` : undefined;
  const startCheckout = () => {
    // Invalid quantities aren't saved to the cart, so they must be fixed first.
    if (hasInvalidNumber(listRef.current)) return focusFirstError(listRef.current);
    startCartOrder(draftStorage, user_id);
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
              <Trans>Points left: {format.number(points - total)}</Trans>
            ) : (
              !isOwner(role) && <Trans>You have {format.points(points)}</Trans>
            )}
          </p>
        )}
      </div>
      <Button
        fullWidth
        disabledReason={cartReason(problems) ?? offlineReason}
        onClick={startCheckout}
      >
        <Trans context="command">Checkout</Trans>
      </Button>
    </>
  );
}
