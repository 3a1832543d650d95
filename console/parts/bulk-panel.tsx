import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { ListX, RotateCcw, Square, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bulkCalls, type BulkJob } from '#schemas/operator/bulk-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { serverNow } from '#console/data/call-operator.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { SmallActionButton } from './action-button.tsx';
import { bulkText } from './action-texts.ts';
import { BulkFailures } from './bulk-failures.tsx';
import { toolButtonClass } from './drop-down.tsx';
import { useAskWhy } from './why-dialog.tsx';

/** Polling interval for the progress, in ms. */
const PROGRESS_MS = 1000;

const isRunning = ({ state }: BulkJob) => state === 'running';

/** Progress of the operator's bulk actions, below the screen; each can be dismissed. */
export function BulkPanel() {
  const { t } = useLingui();
  const { jobs, close } = useShownJobs();
  const [openedJobId, setOpenedJobId] = useState<string | null>(null);
  if (jobs.length === 0) return null;
  return (
    <section
      aria-label={t`Bulk actions`}
      className="max-h-60 overflow-y-auto border-t border-line bg-surface-raised px-4"
    >
      <ul className="divide-y divide-line">
        {jobs.map((job) => (
          <li key={job.id}>
            <BulkJobRow
              job={job}
              onShowFailures={() => setOpenedJobId(job.id)}
              onClose={() => close(job.id)}
            />
          </li>
        ))}
      </ul>
      <BulkFailures job={openedJobId} onClose={() => setOpenedJobId(null)} />
    </section>
  );
}

/**
 * Returns the running jobs, and the jobs that ended while this page was open. When a job ends, all other data is
 * refetched, because the job may have changed it.
 */
function useShownJobs() {
  const client = useQueryClient();
  const [shownSince] = useState(serverNow);
  const [closedJobIds, setClosedJobIds] = useState<ReadonlySet<string>>(new Set());
  /** Jobs that were running or were created while this page was open. */
  const [seenJobIds, setSeenJobIds] = useState<ReadonlySet<string>>(new Set());
  const { data } = useOperatorQuery(
    bulkCalls.listBulkJobs,
    {},
    {
      fresh: 'queue',
      everyMs: (result) => (result?.data.some(isRunning) ? PROGRESS_MS : null),
    },
  );
  const jobs = data?.data ?? [];
  const unseen = jobs.filter((job) => {
    // A short job may have ended before the first poll.
    return !seenJobIds.has(job.id) && (isRunning(job) || Date.parse(job.created_at) > shownSince);
  });
  if (unseen.length > 0) setSeenJobIds(new Set([...seenJobIds, ...unseen.map(({ id }) => id)]));
  const visibleJobs = jobs.filter(({ id }) => seenJobIds.has(id) && !closedJobIds.has(id));
  const endedCount = jobs.filter((job) => seenJobIds.has(job.id) && !isRunning(job)).length;
  useEffect(() => {
    if (endedCount === 0) return;
    void client.invalidateQueries({
      predicate: ({ queryKey: [id] }) => id !== 'session' && id !== 'listBulkJobs',
    });
  }, [client, endedCount]);
  return {
    jobs: visibleJobs,
    close: (id: string) => setClosedJobIds(new Set([...closedJobIds, id])),
  };
}

interface BulkJobRowProps {
  readonly job: BulkJob;
  readonly onShowFailures: () => void;
  readonly onClose: () => void;
}

function BulkJobRow({ job, onShowFailures, onClose }: BulkJobRowProps) {
  const { t, i18n } = useLingui();
  const { act: action, total, done, failed: failedCount, state } = job;
  const isOpen = state === 'running';
  const [doneText, totalText] = [i18n.number(done + failedCount), i18n.number(total)];
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 py-2.5">
      <div className="min-w-64 flex-1">
        <ProgressBar
          label={bulkText(i18n, action)}
          value={done + failedCount}
          max={total}
          countText={t`${doneText} of ${totalText}`}
          tone={state === 'done' && failedCount === 0 ? 'good' : 'brand'}
        />
      </div>
      <output className="flex flex-wrap items-center gap-2">
        {state === 'done' && failedCount === 0 && (
          <Badge tone="good">
            <Trans>Done</Trans>
          </Badge>
        )}
        {state === 'stopped' && (
          <Badge tone="warn">
            <Trans>Stopped</Trans>
          </Badge>
        )}
        {failedCount > 0 && (
          <Badge tone="bad">
            <Plural value={failedCount} one="# row failed" other="# rows failed" />
          </Badge>
        )}
      </output>
      <span className="flex flex-wrap items-center gap-1">
        {failedCount > 0 && (
          <button type="button" className={toolButtonClass} onClick={onShowFailures}>
            <ListX />
            <Trans>Show failed rows</Trans>
          </button>
        )}
        {isOpen ? <StopButton job={job} /> : done < total && <RetryButton job={job} />}
        {!isOpen && (
          <button type="button" className={toolButtonClass} onClick={onClose}>
            <X />
            <Trans>Close</Trans>
          </button>
        )}
      </span>
    </div>
  );
}

const changes = ['listBulkJobs', 'getBulkJob'];

function StopButton({ job: { id, act: action } }: { job: BulkJob }) {
  const { t, i18n } = useLingui();
  const stop = useOperatorAction(bulkCalls.stopBulkJob, { changes });
  const askWhy = useAskWhy();
  const run = useRun();
  const confirm = async () => {
    const why = await askWhy({
      title: t`Stop “${bulkText(i18n, action)}”?`,
      consequence: t`Rows that are done stay done. You can continue later.`,
      confirmLabel: t`Stop`,
    });
    if (why !== null) await stop.mutateAsync({ params: { id }, body: { why } });
  };
  return (
    <SmallActionButton onClick={() => run(confirm)}>
      <Square />
      <Trans>Stop</Trans>
    </SmallActionButton>
  );
}

function RetryButton({ job: { id, act: action, state } }: { job: BulkJob }) {
  const { t, i18n } = useLingui();
  const retry = useOperatorAction(bulkCalls.retryBulkJob, { changes });
  const askWhy = useAskWhy();
  const run = useRun();
  const isStopped = state === 'stopped';
  const label = isStopped ? t`Continue` : t`Retry failed rows`;
  const confirm = async () => {
    const why = await askWhy({
      title: isStopped
        ? t`Continue “${bulkText(i18n, action)}”?`
        : t`Retry the failed rows of “${bulkText(i18n, action)}”?`,
      confirmLabel: label,
    });
    if (why !== null) await retry.mutateAsync({ params: { id }, body: { why } });
  };
  return (
    <SmallActionButton onClick={() => run(confirm)}>
      <RotateCcw />
      {label}
    </SmallActionButton>
  );
}

/** Returns a function that runs an action and shows its failure as a message. */
function useRun() {
  const errorText = useErrorText();
  return (work: () => Promise<void>) => {
    work().catch((error: unknown) =>
      showToast({ subject: 'bulk', tone: 'bad', message: errorText(error) }),
    );
  };
}
