import { Trans, useLingui } from '@lingui/react/macro';
import { Send, FolderClock, MessageCircle, Paperclip, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useIsTablet } from '#src/data/device/media-queries.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { RowPhoto } from '#src/features/scan/exports.tsx';
import { scansInState } from '#src/features/scan/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Skeleton, SkeletonCard, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { ListRow } from '#src/ui/lists/list.tsx';
import { Thumbnail } from '#src/ui/media/thumbnail.tsx';
import type { UnsentCounts } from '#sync/outbox/counts.ts';
import { ItemSheet } from './item-sheet.tsx';
import { NewPhotoGroup } from './new-photo-group.tsx';
import {
  AttachmentGroup,
  ChatGroup,
  LeadGroup,
  MarkGroup,
  PhotoGroup,
  ProjectGroup,
  ScanGroups,
} from './scan-groups.tsx';
import { SupportLogSection } from './support-log.tsx';
import { LastSync, SyncSummary } from './sync-summary.tsx';
import { UnsentFileSection } from './unsent-file.tsx';
import type { UnsentItem } from './unsent-item.ts';
import { toneOf } from './unsent-reason.ts';
import { type ItemState, useItemStates } from './use-item-states.tsx';

/** Maximum number of captured scans to check; users capture fewer before saving. */
const MAX_CAPTURED_SCANS = 500;

/** `/scan/offline`: everything on this phone that the server doesn't have, with the reason. */
export function SyncCentreScreen() {
  const { t } = useLingui();
  const { unsent } = useSyncStatus();
  const stateOf = useItemStates();
  const [openedItem, setOpenedItem] = useState<UnsentItem | null>(null);
  usePageTitle(t`Not sent yet`);
  // Show nothing until everything is counted.
  const unsentWork = unsent && unsentTotals(unsent);
  const isTwoColumn = useIsTablet();
  const sendButton = unsentWork && unsentWork.total > 0 && (
    <SendNow total={unsentWork.total} attentionCount={unsentWork.attentionCount} />
  );

  return (
    <Page title={t`Not sent yet`} width="wide" footer={!isTwoColumn && sendButton}>
      {/* From 700 px: unsent work on the left, summary and tools on the right. */}
      <div className="space-y-7 tablet:grid tablet:grid-cols-[minmax(0,1fr)_18rem] tablet:grid-rows-[auto_1fr] tablet:gap-x-6 tablet:gap-y-7 tablet:space-y-0 wide:grid-cols-[minmax(0,1fr)_22rem]">
        {!unsentWork || unsentWork.total === 0 ? (
          <div className="space-y-7 tablet:row-span-2">
            {unsentWork ? <AllSent /> : <CountingSkeleton />}
            <NewPhotoGroup />
          </div>
        ) : (
          <>
            <div className="space-y-3 tablet:col-start-2 tablet:row-start-1">
              <SyncSummary total={unsentWork.total} attentionCount={unsentWork.attentionCount} />
              {isTwoColumn && sendButton}
            </div>
            <div className="space-y-7 tablet:col-start-1 tablet:row-span-2 tablet:row-start-1">
              <InvalidScans refusedCount={unsentWork.unsent.kinds.scan.refused} />
              <Groups unsent={unsentWork.unsent} stateOf={stateOf} onOpen={setOpenedItem} />
              <NewPhotoGroup />
              <MarkGroup {...unsentWork.marks} />
            </div>
          </>
        )}
        <div className="space-y-7 tablet:col-start-2">
          <UnsentFileSection />
          <SupportLogSection />
        </div>
      </div>
      {openedItem && (
        <ItemSheet
          key={openedItem.id}
          item={openedItem}
          stateOf={stateOf}
          onClose={() => setOpenedItem(null)}
        />
      )}
    </Page>
  );
}

/** Totals of the unsent work, and of the part that needs the user's attention. */
function unsentTotals(unsent: UnsentCounts) {
  const { reading, survey, scan } = unsent.kinds;
  const marks = { notifications: reading.waiting, surveys: survey.waiting };
  return {
    unsent,
    marks,
    total: unsent.total + marks.notifications + marks.surveys,
    attentionCount: unsent.rejectedTotal + scan.captured,
  };
}

function CountingSkeleton() {
  const { t } = useLingui();
  return (
    <Skeleton label={t`Loading`}>
      <SkeletonCard />
      <SkeletonRow />
    </Skeleton>
  );
}

function AllSent() {
  const { t } = useLingui();
  return (
    <EmptyState drawing="all-sent" title={t`Everything has been sent`}>
      <p>
        <Trans>All the work saved on this phone has been sent.</Trans>
      </p>
      <div className="mt-1 text-small">
        <LastSync />
      </div>
    </EmptyState>
  );
}

interface GroupsProps {
  unsent: UnsentCounts;
  stateOf: (item: UnsentItem) => ItemState;
  onOpen: (item: UnsentItem) => void;
}

/** Unsent work by kind; each row opens its actions. */
function Groups({ unsent, stateOf, onOpen }: GroupsProps) {
  const renderRow = (item: UnsentItem) => (
    <UnsentRow key={item.id} item={item} state={stateOf(item)} onOpen={() => onOpen(item)} />
  );
  return (
    <>
      <ScanGroups counts={unsent.kinds.scan} renderRow={renderRow} />
      <LeadGroup renderRow={renderRow} />
      <ProjectGroup renderRow={renderRow} />
      <ChatGroup renderRow={renderRow} />
      <AttachmentGroup counts={unsent.kinds.attachment} renderRow={renderRow} />
      <PhotoGroup photoCount={unsent.photos} />
    </>
  );
}

/** Error line for invalid scans (spec 1 §8), including rejected ones. */
function InvalidScans({ refusedCount }: { refusedCount: number }) {
  const { t } = useLingui();
  const capturedScans = useLiveQuery(
    (account) => scansInState(account, 'captured', MAX_CAPTURED_SCANS),
    [],
  );
  const invalidCount = (capturedScans ?? []).filter((scan) => scan.isValid === false).length;
  if (refusedCount + invalidCount === 0) return null;
  return <ErrorBlock messages={[t`Some products weren’t accepted. Fix or discard them.`]} />;
}

interface SendNowProps {
  total: number;
  /** Number of items that the user must fix or complete first. */
  attentionCount: number;
}

/** Button that sends everything now, or explains why it can't. */
function SendNow({ total, attentionCount }: SendNowProps) {
  const blockingReason = useBlockingReason(total - attentionCount, attentionCount);
  const account = useAccount();
  const [isSending, setIsSending] = useState(false);

  const send = async () => {
    setIsSending(true);
    await account.syncNow();
    setIsSending(false);
  };
  return (
    <Button
      size="large"
      fullWidth
      icon={<Send />}
      busy={isSending}
      disabledReason={blockingReason}
      onClick={() => void send()}
    >
      <Trans>Send now</Trans>
    </Button>
  );
}

/** Returns the reason why nothing can be sent now, or null. */
function useBlockingReason(sendableCount: number, attentionCount: number): string | null {
  const { t } = useLingui();
  const { connection, phase } = useSyncStatus();
  if (sendableCount === 0) {
    return attentionCount > 0
      ? t`Fix the items in the list first.`
      : t`Nothing is ready to be sent.`;
  }
  if (connection === 'offline') return t`You’re offline.`;
  if (connection === 'maintenance') return t`The service is under maintenance.`;
  return phase === 'blocked' ? t`Sign in again to send it.` : null;
}

interface UnsentRowProps {
  item: UnsentItem;
  state: ItemState;
  onOpen: () => void;
}

/** An unsent item with its state and last attempt. */
function UnsentRow({ item, state, onOpen }: UnsentRowProps) {
  const { title, meta, reason, label } = state;
  return (
    <ListRow
      thumbnail={<ItemPicture item={item} />}
      title={title}
      meta={
        <>
          {/* Messages may be long, and serial numbers must be visible in full. */}
          <span className={item.kind === 'chat' ? 'line-clamp-2' : 'block tnum'}>{meta}</span>
          <RowNote state={state} />
          <span className="mt-1 block">
            <SyncMark state={toneOf(reason)} label={label} />
          </span>
        </>
      }
      onPress={onOpen}
      chevron
    />
  );
}

/** The rejection, or the last attempt and its failure. */
function RowNote({ state: { refusal, reason, attempts } }: { state: ItemState }) {
  const { t } = useLingui();
  const { lastAttempt: last, failure } = attempts;
  if (refusal !== null) return <span className="block text-bad">{refusal}</span>;
  if (last === null || toneOf(reason) !== 'waiting') return null;
  // The summary already shows that the device is offline.
  const isFailureHidden = failure === null || reason === 'offline';
  return (
    <span className="block">
      {isFailureHidden ? t`Tried ${last}` : t`Tried ${last}: ${failure}`}
    </span>
  );
}

function ItemPicture({ item }: { item: UnsentItem }) {
  const { t } = useLingui();
  if (item.kind === 'lead') return <Thumbnail icon={<UserRound />} alt="" />;
  if (item.kind === 'chat') return <Thumbnail icon={<MessageCircle />} alt="" />;
  if (item.kind === 'project') return <Thumbnail icon={<FolderClock />} alt="" />;
  if (item.kind === 'attachment') return <Thumbnail icon={<Paperclip />} alt="" />;
  return <RowPhoto scan={item.scan} alt={t`Your photo`} />;
}
