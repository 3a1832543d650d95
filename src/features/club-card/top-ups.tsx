import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type TopUp, TOP_UPS_PER_PAGE, type TopUpStatus } from '#schemas/club-card.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useFormat } from '#src/data/text/format.ts';
import { pagedView } from '#src/features/_shared/listing/list-search.ts';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { Button } from '#src/ui/button.tsx';
import { Badge, type Tone } from '#src/ui/feedback/badge.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { ListPages } from '#src/ui/lists/pagination.tsx';
import { Picture, rowPictureClass, VendorPicture } from '#src/ui/media/picture.tsx';
import { Points } from '#src/ui/points.tsx';
import { useMoney } from '#src/data/text/money.ts';
import { topUpAmounts } from './queries.ts';

/** Top-ups, newest first, five per page (all of them are on the device). */
export function TopUps({ topUps }: { topUps: readonly TopUp[] }) {
  const { t } = useLingui();
  const { view, change } = useListSearch('/club-card', pagedView);
  const [failedTopUp, setFailedTopUp] = useState<TopUp | null>(null);
  const amounts = useLiveQuery(topUpAmounts, []);
  const lastPage = Math.max(1, Math.ceil(topUps.length / TOP_UPS_PER_PAGE));
  const page = Math.min(view.page, lastPage);
  const visibleTopUps = topUps.slice((page - 1) * TOP_UPS_PER_PAGE, page * TOP_UPS_PER_PAGE);
  return (
    <Section title={<Trans>Top-ups</Trans>}>
      {topUps.length === 0 ? (
        <EmptyState drawing="welcome-points" headingLevel={3} title={<Trans>No top-ups yet</Trans>}>
          <Trans>Your top-ups appear here.</Trans>
        </EmptyState>
      ) : (
        <List label={t`Top-ups`}>
          {visibleTopUps.map((topUp) => (
            <TopUpRow
              key={topUp.uuid}
              topUp={topUp}
              image={amounts?.find(({ points }) => points === topUp.amount.points)?.image}
              onExplain={() => setFailedTopUp(topUp)}
            />
          ))}
        </List>
      )}
      <ListPages page={page} lastPage={lastPage} onPageChange={(next) => change({ page: next })} />
      <FailedTopUpSheet topUp={failedTopUp} onClose={() => setFailedTopUp(null)} />
    </Section>
  );
}

interface TopUpRowProps {
  topUp: TopUp;
  /** Image of the amount's product, if it's still sold. */
  image: string | null | undefined;
  /** Opens the explanation of a failed top-up. */
  onExplain: () => void;
}

function TopUpRow({ topUp, image, onExplain }: TopUpRowProps) {
  const format = useFormat();
  const money = useMoney();
  const { amount, dateTime, status } = topUp;
  return (
    <ListRow
      thumbnail={
        image ? (
          <VendorPicture src={image} alt="" className={rowPictureClass} />
        ) : (
          <Picture name="things/card" sizes="56px" alt="" className={rowPictureClass} />
        )
      }
      title={<span className="tnum">{money(amount.local)}</span>}
      meta={format.date(dateTime)}
      number={<Points number={format.number(amount.points)} label={format.points(amount.points)} />}
      trailing={<TopUpBadge status={status} />}
      {...(hasFailed(status) && { onPress: onExplain })}
    />
  );
}

/** True for a rejected top-up. The reason is sent by email (spec 2 §8). */
function hasFailed(status: TopUpStatus): boolean {
  return status === 'REFUSED' || status === 'REJECTED';
}

const statusTones: Record<TopUpStatus, Tone> = {
  SUCCEEDED: 'good',
  PENDING: 'info',
  REFUSED: 'bad',
  REJECTED: 'bad',
};

/** Status of a top-up. */
function TopUpBadge({ status }: { status: TopUpStatus }) {
  const { t } = useLingui();
  const labels: Record<TopUpStatus, string> = {
    SUCCEEDED: t({ context: 'top-up', message: 'Credited' }),
    PENDING: t({ context: 'top-up', message: 'On its way' }),
    REFUSED: t({ context: 'top-up', message: 'Delayed' }),
    REJECTED: t({ context: 'top-up', message: 'Rejected' }),
  };
  return <Badge tone={statusTones[status]}>{labels[status]}</Badge>;
}

interface FailedTopUpSheetProps {
  /** Null while the sheet is closed. */
  topUp: TopUp | null;
  onClose: () => void;
}

/** Explains a rejected top-up: the points are back, and the reason is sent by email (spec 2 §8). */
function FailedTopUpSheet({ topUp, onClose }: FailedTopUpSheetProps) {
  const { t } = useLingui();
  const format = useFormat();
  const money = useMoney();
  // Keeps the sheet's content during the closing animation.
  const displayedTopUp = useLastDefined(topUp ?? undefined);
  return (
    <Sheet
      isOpen={topUp !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={<Trans>The top-up was rejected</Trans>}
      description={
        <Trans>The points are back in your balance. We’ve emailed you the reason.</Trans>
      }
      closeLabel={t`Close`}
      footer={
        <>
          <Button fullWidth onClick={onClose}>
            <Trans>Got it</Trans>
          </Button>
          <LinkButton variant="secondary" fullWidth {...linkTo(paths.supportChatNew())}>
            <Trans>Contact support</Trans>
          </LinkButton>
        </>
      }
    >
      {displayedTopUp && (
        <p className="text-ink-soft tnum break-long">
          {money(displayedTopUp.amount.local)} · {format.points(displayedTopUp.amount.points)} ·{' '}
          {format.date(displayedTopUp.dateTime)}
        </p>
      )}
    </Sheet>
  );
}
