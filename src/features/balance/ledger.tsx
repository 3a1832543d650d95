import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { ordersById } from '#src/features/orders/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { UnavailableState } from '#src/ui/feedback/unavailable-state.tsx';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { balanceView } from './balance-view.ts';
import { LedgerDays } from './ledger-days.tsx';
import { type LedgerLine, toLedgerLines, type OrderLine } from './ledger-lines.ts';
import { OrderRow } from './order-row.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { newestEntries, projectStreets } from './queries.ts';
import { type LedgerDocument, signedPoints } from '#schemas/ledger.ts';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { BookedPoints } from './booked-points.tsx';
import { BookingPicture } from './booking-picture.tsx';
import { pointEventLabels } from './point-event-labels.ts';

/** Entries per page. */
const PAGE = 50;

/**
 * All bookings, newest first, by day; those of an order in one line. Reads only the local database.
 */
export function Ledger() {
  const { t } = useLingui();
  const { view, change } = useListSearch(balanceView);
  const shown = view.page * PAGE;
  // One more than shown, to know if there are more.
  const found = useLiveQuery((account) => newestEntries(account, shown + 1), [shown]);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  // Keep showing the current entries while more load.
  const known = found ?? last;
  const entries = known?.slice(0, shown) ?? [];
  const projectIds = entries.flatMap(({ project_uuid: id }) => id ?? []);
  const orderIds = entries.flatMap(({ order_uuid: id }) => id ?? []);
  const streets = useLiveQuery(
    (account) => projectStreets(account, projectIds),
    [projectIds.join()],
  );
  const orders = useLiveQuery((account) => ordersById(account, orderIds), [orderIds.join()]);

  const [opened, setOpened] = useState<string | null>(null);
  const lines = toLedgerLines(entries);
  if (!known) return <LedgerSkeleton />;
  if (known.length === 0) return <EmptyLedger />;
  return (
    <div className="space-y-3">
      <LedgerDays
        lines={lines}
        row={(line) =>
          line.kind === 'order' ? (
            <OrderRow
              key={line.uuid}
              line={line}
              order={orders?.get(line.uuid)}
              onOpen={() => setOpened(line.uuid)}
            />
          ) : (
            <LedgerRow
              key={line.uuid}
              entry={line.entry}
              street={streets?.get(line.entry.project_uuid ?? '')}
            />
          )
        }
      />
      {known.length > shown && (
        <Button
          variant="secondary"
          fullWidth
          onClick={() => change({ page: view.page + 1 }, { replace: true })}
        >
          {t`Show older entries`}
        </Button>
      )}
      <OrderSheet line={orderOf(lines, opened)} onClose={() => setOpened(null)} />
    </div>
  );
}

/** The current line of the order, because more may be booked while its sheet is open. */
function orderOf(lines: readonly LedgerLine[], uuid: string | null): OrderLine | null {
  const found = lines.find((line) => line.uuid === uuid);
  return found?.kind === 'order' ? found : null;
}

function LedgerSkeleton() {
  const { t } = useLingui();
  return (
    <Skeleton label={t`Loading your entries`}>
      <SkeletonRow />
      <SkeletonRow />
      <SkeletonRow />
    </Skeleton>
  );
}

function EmptyLedger() {
  const collectionState = useCollectionState('ledger');
  if (collectionState === 'loading') return <LedgerSkeleton />;
  if (collectionState !== 'empty') {
    return (
      <UnavailableState reason={collectionState}>
        <Trans>Your entries appear here once you are online.</Trans>
      </UnavailableState>
    );
  }
  return (
    <EmptyState drawing="welcome-points" title={<Trans>No points yet</Trans>}>
      <Trans>When you close a project, its points are added here.</Trans>
    </EmptyState>
  );
}

interface LedgerRowProps {
  entry: LedgerDocument;
  /** Address of its project, if on the device. */
  street: string | undefined;
}

/** One booking: picture, reason, points, and a link to its project. */
function LedgerRow({ entry, street }: LedgerRowProps) {
  const { i18n } = useLingui();
  const maySee = useCanSee();
  const path = pathOf(entry, street !== undefined);
  const reason = i18n._(pointEventLabels[entry.event]);
  return (
    <ListRow
      thumbnail={<BookingPicture event={entry.event} />}
      title={street ?? reason}
      meta={street && reason}
      number={
        <BookedPoints points={signedPoints(entry)} isReserved={entry.variation === 'reserved'} />
      }
      {...(path !== null && maySee(path) ? linkTo(path) : {})}
    />
  );
}

/** Path of the booking's subject, if on the device. */
function pathOf(entry: LedgerDocument, isProjectHere: boolean): string | null {
  return entry.project_uuid !== null && isProjectHere ? paths.project(entry.project_uuid) : null;
}
