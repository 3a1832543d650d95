import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsTablet } from '#src/data/device/media-queries.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Skeleton, SkeletonCard, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { scansInState } from '#src/features/scan/queries.ts';
import type { UnsentCounts } from '#sync/outbox/counts.ts';
import { ItemSheet } from './item-sheet.tsx';
import { ChatGroup, LeadGroup, MarkGroup, PhotoGroup, ProjectGroup } from './other-groups.tsx';
import { ScanGroups } from './scan-groups.tsx';
import { SendNow } from './send-now.tsx';
import { SupportLogSection } from './support-log.tsx';
import { LastSync, SyncSummary } from './sync-summary.tsx';
import { UnsentFileSection } from './unsent-file.tsx';
import type { UnsentItem } from './unsent-item.ts';
import { UnsentRow } from './unsent-row.tsx';
import { type ItemState, useItemStates } from './use-item-states.ts';

/** Captured scans searched for invalid ones; more than anyone captures before saving. */
const CAPTURED_MAX = 500;

/** `/scan/offline`: everything on this phone that the server doesn't have, with the reason. */
export function SyncCentreScreen() {
  const { t } = useLingui();
  const { unsent } = useSyncStatus();
  const stateOf = useItemStates();
  const [opened, setOpened] = useState<UnsentItem | null>(null);
  usePageTitle(t`Unsent work`);
  // Show nothing until everything is counted.
  const work = unsent && workOf(unsent);
  const isBeside = useIsTablet();
  const send = work && work.total > 0 && <SendNow sendable={work.total - work.needsPerson} />;

  return (
    <Page title={t`Unsent work`} width="wide" footer={!isBeside && send}>
      {/* From 700 px: unsent work on the left, summary and tools on the right. */}
      <div className="space-y-7 tablet:grid tablet:grid-cols-[minmax(0,1fr)_18rem] tablet:grid-rows-[auto_1fr] tablet:gap-x-6 tablet:gap-y-7 tablet:space-y-0 wide:grid-cols-[minmax(0,1fr)_22rem]">
        {!work || work.total === 0 ? (
          <div className="tablet:row-span-2">{work ? <AllSent /> : <Counting />}</div>
        ) : (
          <>
            <div className="space-y-3 tablet:col-start-2 tablet:row-start-1">
              <SyncSummary total={work.total} needsPerson={work.needsPerson} />
              {isBeside && send}
            </div>
            <div className="space-y-7 tablet:col-start-1 tablet:row-span-2 tablet:row-start-1">
              <InvalidScans refused={work.unsent.kinds.scan.refused} />
              <Groups unsent={work.unsent} stateOf={stateOf} onOpen={setOpened} />
              <MarkGroup {...work.marks} />
            </div>
          </>
        )}
        <div className="space-y-7 tablet:col-start-2">
          <UnsentFileSection />
          <SupportLogSection />
        </div>
      </div>
      {opened && (
        <ItemSheet
          key={opened.id}
          item={opened}
          stateOf={stateOf}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  );
}

/** Totals of the unsent work, and of the part that needs the person. */
function workOf(unsent: UnsentCounts) {
  const { reading, survey, scan } = unsent.kinds;
  const marks = { notifications: reading.waiting, surveys: survey.waiting };
  return {
    unsent,
    marks,
    total: unsent.total + marks.notifications + marks.surveys,
    needsPerson: unsent.refusedTotal + scan.captured,
  };
}

function Counting() {
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
    <EmptyState drawing="all-sent" title={t`Everything is sent`}>
      <p>
        <Trans>The server has all that was saved on this phone.</Trans>
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
  const row = (item: UnsentItem) => (
    <UnsentRow key={item.id} item={item} state={stateOf(item)} onOpen={() => onOpen(item)} />
  );
  return (
    <>
      <ScanGroups counts={unsent.kinds.scan} row={row} />
      <LeadGroup row={row} />
      <ProjectGroup row={row} />
      <ChatGroup row={row} />
      <PhotoGroup photos={unsent.photos} />
    </>
  );
}

/** Error line for invalid scans (spec 1 §8), including rejected ones. */
function InvalidScans({ refused }: { refused: number }) {
  const { t } = useLingui();
  const captured = useLiveQuery((account) => scansInState(account, 'captured', CAPTURED_MAX), []);
  const invalid = (captured ?? []).filter((scan) => scan.isValid === false).length;
  if (refused + invalid === 0) return null;
  return (
    <ErrorBlock messages={[t`Some scans are not valid and were not sent. Fix or delete them.`]} />
  );
}
