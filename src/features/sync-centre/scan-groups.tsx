import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { BellRing, ClipboardList } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import type { ScanState } from '#schemas/scan.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { uncreatedProjects } from '#src/features/projects/queries.ts';
import { scansInState } from '#src/features/scan/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { Thumbnail } from '#src/ui/media/thumbnail.tsx';
import type { KindCounts } from '#sync/outbox/counts.ts';
import { unsentAttachments, unsentChats, unsentProjects, unsentLeads } from './queries.ts';
import { scanItem, type UnsentItem } from './unsent-item.ts';

/** Number of rows shown at first and added by each press of "Show more", because 10,000 rows would be slow. */
const ROWS_PER_STEP = 50;

interface ScanGroupsProps {
  counts: KindCounts;
  renderRow: (item: UnsentItem) => ReactNode;
}

/** Products that need the user's attention, then those that are sent automatically. */
export function ScanGroups({ counts, renderRow }: ScanGroupsProps) {
  const { t } = useLingui();
  const {
    refused: refusedCount,
    captured: capturedCount,
    waiting: waitingCount,
    removals,
  } = counts;
  const total = refusedCount + capturedCount + waitingCount + removals;
  if (total === 0) return null;
  return (
    <Section title={t`Products (${total})`}>
      <div className="space-y-5">
        <ScanGroup
          title={t`To fix (${refusedCount})`}
          state="refused"
          count={refusedCount}
          renderRow={renderRow}
        />
        <ScanGroup
          title={t`Without a project (${capturedCount})`}
          state="captured"
          count={capturedCount}
          renderRow={renderRow}
          link={
            <LinkButton variant="quiet" {...linkTo(paths.scanReview())}>
              <Trans context="command">Review</Trans>
            </LinkButton>
          }
        />
        <ScanGroup
          title={t`Not sent (${waitingCount})`}
          state="waiting"
          count={waitingCount}
          renderRow={renderRow}
        />
        {removals > 0 && (
          <p className="text-small text-ink-soft">
            <Plural
              value={removals}
              one="# deleted product not sent yet."
              other="# deleted products not sent yet."
            />
          </p>
        )}
      </div>
    </Section>
  );
}

interface ScanGroupProps extends Pick<ScanGroupsProps, 'renderRow'> {
  title: string;
  state: ScanState;
  count: number;
  link?: ReactNode;
}

function ScanGroup({ title, state, count, link, renderRow }: ScanGroupProps) {
  if (count === 0) return null;
  return (
    <Section title={title} headingLevel={3} link={link}>
      <ScanRows state={state} count={count} renderRow={renderRow} />
    </Section>
  );
}

function ScanRows({
  state,
  count,
  renderRow,
}: Pick<ScanGroupProps, 'state' | 'count' | 'renderRow'>) {
  const { t } = useLingui();
  const [limit, setLimit] = useState(ROWS_PER_STEP);
  const latestScans = useLiveQuery(
    (account) => scansInState(account, state, limit),
    [state, limit],
  );
  // Keeps the rows while more are loading.
  const scans = useLastDefined(latestScans);
  const unsentProjects = useLiveQuery(uncreatedProjects, []);
  const more = count - (scans?.length ?? 0);
  if (!scans || !unsentProjects) {
    return (
      <Skeleton label={t`Loading`}>
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    );
  }
  return (
    <>
      <List>
        {scans.map((scan) => renderRow(scanItem(scan, unsentProjects.get(scan.projects_id))))}
      </List>
      {more > 0 && (
        <Button variant="secondary" fullWidth onClick={() => setLimit(limit + ROWS_PER_STEP)}>
          <Trans>Show more ({more} left)</Trans>
        </Button>
      )}
    </>
  );
}

type RenderRow = (item: UnsentItem) => ReactNode;

/** Leads with unsent or rejected changes. */
export function LeadGroup({ renderRow }: { renderRow: RenderRow }) {
  const { t } = useLingui();
  const leads = useLiveQuery(unsentLeads, []);
  if (!leads || leads.length === 0) return null;
  return (
    <Section title={t`Leads (${leads.length})`}>
      <List>{leads.map(renderRow)}</List>
    </Section>
  );
}

/** Chats with unsent or rejected messages. */
export function ChatGroup({ renderRow }: { renderRow: RenderRow }) {
  const { t } = useLingui();
  const chats = useLiveQuery(unsentChats, []);
  if (!chats || chats.length === 0) return null;
  return (
    <Section title={t`Messages to support (${chats.length})`}>
      <List>{chats.map(renderRow)}</List>
    </Section>
  );
}

/** Photos and documents of projects, which are sent last. */
export function AttachmentGroup({
  counts: { waiting: waitingCount, refused: refusedCount, removals },
  renderRow,
}: {
  counts: KindCounts;
  renderRow: RenderRow;
}) {
  const { t } = useLingui();
  const attachments = useLiveQuery(unsentAttachments, []);
  const total = waitingCount + refusedCount + removals;
  if (!attachments || total === 0) return null;
  return (
    <Section title={t`Photos and documents (${total})`}>
      <UploadProgress
        label={(position, all) => t`Photo or document ${position} of ${all}`}
        isShown={(id) => attachments.some((item) => item.id === id)}
      />
      {attachments.length > 0 && <List>{attachments.map(renderRow)}</List>}
      {removals > 0 && (
        <p className="text-small text-ink-soft">
          <Plural
            value={removals}
            one="# deleted photo or document not sent yet"
            other="# deleted photos or documents not sent yet"
          />
        </p>
      )}
    </Section>
  );
}

/** Projects to create, or to close with their survey answers. */
export function ProjectGroup({ renderRow }: { renderRow: RenderRow }) {
  const { t } = useLingui();
  const projects = useLiveQuery(unsentProjects, []);
  if (!projects || projects.length === 0) return null;
  return (
    <Section title={t`Projects (${projects.length})`}>
      <List>{projects.map(renderRow)}</List>
    </Section>
  );
}

/** Upload progress of photos, which are sent before their products. */
export function PhotoGroup({ photoCount: photos }: { photoCount: number }) {
  const { t } = useLingui();
  if (photos === 0) return null;
  return (
    <Section title={t`Photos (${photos})`}>
      <Card>
        <div className="mb-3 empty:hidden">
          <UploadProgress label={(position, total) => t`Photo ${position} of ${total}`} />
        </div>
        <p className="text-small text-ink-soft">
          <Plural
            value={photos}
            one="# photo will be sent before its product."
            other="# photos will be sent before their products."
          />
        </p>
      </Card>
    </Section>
  );
}

interface UploadProgressProps {
  label: (position: number, total: number) => string;
  /** Returns false for uploads that are shown elsewhere. */
  isShown?: (id: string) => boolean;
}

/** Progress of the current upload; hidden if there is none. */
function UploadProgress({ label, isShown = () => true }: UploadProgressProps) {
  const { i18n } = useLingui();
  const { uploading, connection } = useSyncStatus();
  if (!uploading || connection !== 'online' || !isShown(uploading.id)) return null;
  const percentFormat = new Intl.NumberFormat(formattingLocale(i18n.locale), { style: 'percent' });
  const share = uploading.share ?? undefined;
  return (
    <ProgressBar
      label={label(uploading.position, uploading.total)}
      value={share}
      max={1}
      countText={share === undefined ? undefined : percentFormat.format(share)}
    />
  );
}

/** Unsent work of which only the number is shown, because it's sent automatically. */
export function MarkGroup({ notifications, surveys }: { notifications: number; surveys: number }) {
  const { t } = useLingui();
  if (notifications + surveys === 0) return null;
  return (
    <Section title={t`Sent along with other items`}>
      <List>
        {notifications > 0 && (
          <ListRow
            thumbnail={<Thumbnail icon={<BellRing />} alt="" />}
            title={
              <Plural
                value={notifications}
                one="# notification you’ve read"
                other="# notifications you’ve read"
              />
            }
          />
        )}
        {surveys > 0 && (
          <ListRow
            thumbnail={<Thumbnail icon={<ClipboardList />} alt="" />}
            title={
              <Plural
                value={surveys}
                one="# survey you opened or postponed"
                other="# surveys you opened or postponed"
              />
            }
          />
        )}
      </List>
    </Section>
  );
}
