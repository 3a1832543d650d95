import { Trans, useLingui } from '@lingui/react/macro';
import {
  ClipboardCheck,
  Gift,
  Hourglass,
  type LucideIcon,
  Megaphone,
  Smile,
  Timer,
  UserRound,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import * as v from 'valibot';
import { type LedgerDocument, signedPoints, type PointEvent } from '#schemas/ledger.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { type AppLink, paths } from '#src/app/paths.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useFormat } from '#src/data/text/format.ts';
import { groupByDay, type DayGroup } from '#src/data/time/group-by-day.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { oneOf, pageNumber } from '#src/features/_shared/listing/list-search.ts';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { ordersById } from '#src/features/orders/queries.ts';
import { ProjectThumbnail } from '#src/features/projects/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { SkeletonList } from '#src/ui/feedback/skeleton.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { IconTile } from '#src/ui/media/icon-tile.tsx';
import { Picture, rowPictureClass } from '#src/ui/media/picture.tsx';
import { LedgerPoints, OrderRow, OrderSheet } from './order-sheet.tsx';
import { type LedgerLine, toLedgerLines, type OrderLine, reasonText } from './ledger-lines.ts';
import { newestEntries, projectStreets } from './queries.ts';

/** Entries per page. */
const PAGE_SIZE = 50;

/**
 * All entries by day, newest first, with one line per order. Reads only the local database.
 */
export function Ledger() {
  const { t } = useLingui();
  const { view, change } = useListSearch('/balance', balanceView);
  const visibleCount = view.page * PAGE_SIZE;
  // Load one more than shown, to know if there are more.
  const loadedEntries = useLiveQuery(
    (account) => newestEntries(account, visibleCount + 1),
    [visibleCount],
  );
  const [lastLoadedEntries, setLastLoaded] = useState(loadedEntries);
  if (loadedEntries && loadedEntries !== lastLoadedEntries) setLastLoaded(loadedEntries);
  // Keep showing the current entries while more load.
  const displayedEntries = loadedEntries ?? lastLoadedEntries;
  const entries = displayedEntries?.slice(0, visibleCount) ?? [];
  const projectIds = entries.flatMap(({ project_uuid: id }) => id ?? []);
  const orderIds = entries.flatMap(({ order_uuid: id }) => id ?? []);
  const streets = useLiveQuery(
    (account) => projectStreets(account, projectIds),
    [projectIds.join()],
  );
  const orders = useLiveQuery((account) => ordersById(account, orderIds), [orderIds.join()]);

  const [openOrderId, setOpenOrderId] = useState<string | null>(null);
  const lines = toLedgerLines(entries);
  if (!displayedEntries || displayedEntries.length === 0)
    return <EmptyLedger isReading={!displayedEntries} />;
  return (
    <div className="space-y-3">
      <LedgerDays
        lines={lines}
        renderRow={(line) =>
          line.kind === 'order' ? (
            <OrderRow
              key={line.uuid}
              line={line}
              order={orders?.get(line.uuid)}
              onOpen={() => setOpenOrderId(line.uuid)}
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
      {displayedEntries.length > visibleCount && (
        <Button
          variant="secondary"
          fullWidth
          onClick={() => change({ page: view.page + 1 }, { replace: true })}
        >
          {t`Show older`}
        </Button>
      )}
      <OrderSheet line={findOrderLine(lines, openOrderId)} onClose={() => setOpenOrderId(null)} />
    </div>
  );
}

/** Returns the order's current line, because entries may be added while its sheet is open. */
function findOrderLine(lines: readonly LedgerLine[], uuid: string | null): OrderLine | null {
  const selectedLine = lines.find((line) => line.uuid === uuid);
  return selectedLine?.kind === 'order' ? selectedLine : null;
}

function EmptyLedger({ isReading }: { isReading: boolean }) {
  const { t } = useLingui();
  return (
    <EmptyList
      collection="ledger"
      isReading={isReading}
      skeleton={<SkeletonList label={t`Loading your points history`} />}
      offlineText={<Trans>Your points history appears here once you’re online.</Trans>}
    >
      <EmptyState drawing="welcome-points" title={<Trans>No points yet</Trans>}>
        <Trans>When you close a project, its points are added here.</Trans>
      </EmptyState>
    </EmptyList>
  );
}

interface LedgerRowProps {
  entry: LedgerDocument;
  /** Street of the entry's project; undefined if the project isn't on this device. */
  street: string | undefined;
}

/** One entry: image, reason, points, and a link to its project. */
function LedgerRow({ entry, street }: LedgerRowProps) {
  const { i18n } = useLingui();
  const canSee = useCanSee();
  const link = projectLink(entry, street !== undefined);
  const reason = reasonText(entry, i18n);
  return (
    <ListRow
      thumbnail={<EntryPicture event={entry.event} />}
      title={street ?? reason}
      meta={street && reason}
      number={
        <LedgerPoints points={signedPoints(entry)} isReserved={entry.variation === 'reserved'} />
      }
      {...(link !== null && canSee(link) ? linkTo(link) : {})}
    />
  );
}

/** Returns a link to the entry's project; null if the project isn't on this device. */
function projectLink(entry: LedgerDocument, isProjectOnDevice: boolean): AppLink | null {
  return entry.project_uuid !== null && isProjectOnDevice
    ? paths.project(entry.project_uuid)
    : null;
}

export const balanceTabs = ['levels', 'bookings'] as const;

/** Search parameters of `/balance`: the tab on a phone, and the number of pages of entries shown. */
export const balanceView = v.object({ tab: oneOf(balanceTabs, 'levels'), page: pageNumber });

interface LedgerDaysProps {
  /** Newest first. */
  lines: readonly LedgerLine[];
  renderRow: (line: LedgerLine) => ReactNode;
}

/** Entries as a timeline: one card per day. */
function LedgerDays({ lines, renderRow }: LedgerDaysProps) {
  const { now } = useRegionalClock();
  const dayLabel = useDayLabel(now);
  return (
    <Card padded={false} className="overflow-hidden py-1.5">
      {groupByDay(lines, now).map((day) => (
        <div key={day.key}>
          <h3 className="px-4 pt-3 font-sans text-small font-semibold text-ink-soft">
            {dayLabel(day)}
          </h3>
          <List tone="bare" label={dayLabel(day)}>
            {day.items.map(renderRow)}
          </List>
        </div>
      ))}
    </Card>
  );
}

/** Returns a function that formats a day; includes the year if it isn't the current one. */
function useDayLabel(now: number): (day: DayGroup<LedgerLine>) => string {
  const { t } = useLingui();
  const format = useFormat();
  const year = String(new Date(now).getFullYear());
  return ({ key, age }) => {
    if (age === 'today') return t`Today`;
    if (age === 'yesterday') return t`Yesterday`;
    return key.startsWith(year) ? format.monthDay(key) : format.day(key);
  };
}

/** Icons for events without an image. */
const eventIcons: Partial<Record<PointEvent, LucideIcon>> = {
  survey: ClipboardCheck,
  filling_out_profile: UserRound,
  installers_promotion_1: Megaphone,
  installers_promotion_2: Megaphone,
  installers_promotion_3: Megaphone,
  installers_promotion_4: Megaphone,
  prioritisation_of_response_time: Timer,
  satisfaction_score: Smile,
  points_expired: Hourglass,
};

const projectEvents: readonly PointEvent[] = [
  'project_closed',
  'campaign',
  'project_survey_completed',
];
const trainingEvents: readonly PointEvent[] = ['trainings', 'online_training_participation'];
const orderEvents: readonly PointEvent[] = ['order_reservation', 'order_reject', 'order_complete'];

const closedProject = { status: { id: projectStatus.closed }, expires_at: null };
const scheduledProject = { status: { id: projectStatus.scheduled }, expires_at: null };

/** Image of an entry's source, such as a roof or a product. */
function EntryPicture({ event }: { event: PointEvent }) {
  if (projectEvents.includes(event)) return <ProjectThumbnail project={closedProject} />;
  if (event === 'welcome_points') return <ProjectThumbnail project={scheduledProject} />;
  if (trainingEvents.includes(event)) return <EventPicture name="things/training" />;
  if (orderEvents.includes(event)) return <EventPicture name="products/box" />;
  const Icon = eventIcons[event] ?? Gift;
  return <IconTile tone={event === 'points_expired' ? 'system' : 'info'} icon={<Icon />} />;
}

function EventPicture({ name }: { name: 'things/training' | 'products/box' }) {
  return <Picture name={name} sizes="56px" alt="" className={rowPictureClass} />;
}
