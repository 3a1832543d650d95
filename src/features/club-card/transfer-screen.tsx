import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { paths } from '#src/app/paths.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Skeleton, SkeletonCard, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { useGo } from '#src/app/use-go.ts';
import { clubCardState } from '#schemas/card-status.ts';
import { CardUnavailable, useCard } from './card-unavailable.tsx';
import { topUpAmounts } from './queries.ts';
import { TransferForm } from './transfer-form.tsx';

/** `/club-card/transfer`: tops up the card in fixed amounts (spec 2 §2, §5). */
export function TransferScreen() {
  const { t } = useLingui();
  const { state, online, request } = useCard();
  const self = useSingleton('self');
  const points = useSingleton('points');
  const amounts = useLiveQuery(topUpAmounts, []);
  const go = useGo();
  const isActive = state !== undefined && clubCardState(state.card) === 'active';
  const cannotTopUp = state !== undefined && !isActive;
  usePageTitle(t`Top up card`);
  useEffect(() => {
    if (cannotTopUp) go(paths.clubCard(), { replace: true });
  }, [cannotTopUp, go]);
  if (!isActive) {
    const title = t`Top up card`;
    return <CardUnavailable title={title} online={online || cannotTopUp} request={request} />;
  }
  if (amounts === undefined || !points || !self) return <Loading />;
  if (amounts.length === 0) return <NoAmounts />;
  return <TransferForm amounts={amounts} points={points.company_points} self={self} />;
}

function Loading() {
  const { t } = useLingui();
  return (
    <Page title={t`Top up card`}>
      <AmountsSkeleton />
    </Page>
  );
}

function AmountsSkeleton() {
  const { t } = useLingui();
  return (
    <Skeleton label={t`Loading the amounts`}>
      <SkeletonCard lines={2} />
      <SkeletonRow />
      <SkeletonRow />
      <SkeletonRow />
    </Skeleton>
  );
}

function NoAmounts() {
  const { t } = useLingui();
  return (
    <Page title={t`Top up card`}>
      <EmptyList
        collection="products"
        skeleton={<AmountsSkeleton />}
        offlineText={<Trans>Top-up amounts appear here once you’re online.</Trans>}
      >
        <EmptyState drawing="welcome-points" title={<Trans>No top-ups available</Trans>}>
          <Trans>You can’t top up the card at the moment. Try again later.</Trans>
        </EmptyState>
      </EmptyList>
    </Page>
  );
}
