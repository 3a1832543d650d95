import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { ListX, Pause, Play, RotateCcw, Square, Undo2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bulkCalls, type BulkJob } from '#schemas/operator/bulk-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { serverNow } from '#console/data/call-operator.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { finishRequest, requestOf } from '#console/data/unfinished-requests.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { SmallActionButton } from './action-button.tsx';
import { bulkText } from './action-texts.ts';
import { BulkFailures } from './bulk-failures.tsx';
import { toolButtonClass } from './drop-down.tsx';
import { useUndoJob } from './use-undo-job.ts';
import { useAskWhy } from './why-dialog.tsx';

/** Polling interval for the progress, in ms. */
const PROGRESS_MS = 1000;

const isRunning = ({ state }: BulkJob) => state === 'running';
const isUnfinished = ({ state }: BulkJob) => state === 'running' || state === 'paused';
/** True if stopping the job undoes it: it was held, and no row has run. An undone job can't be continued. */
const isUndoneWhenStopped = ({ due_at, done, failed }: BulkJob) =>
  due_at !== null && done + failed === 0;

/** Returns true until the job's rows start to run, so that the action can be undone. */
function useIsHeld(job: BulkJob): boolean {
  const dueAt = job.due_at === null ? 0 : Date.parse(job.due_at);
  const [passedDueAt, setPassedDueAt] = useState(0);
  useEffect(() => {
    const leftMs = dueAt - serverNow();
    if (leftMs <= 0) return;
    const timer = setTimeout(() => setPassedDueAt(dueAt), leftMs);
    return () => clearTimeout(timer);
  }, [dueAt]);
  return isRunning(job) && dueAt > serverNow() && passedDueAt !== dueAt;
}

/** Shows the progress of the operator's bulk actions below the screen. The operator can close those that have ended. */
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
 * Returns the running and paused jobs, and the jobs that ended while this page was open. When a job ends, refetches all
 * other data, because the job may have changed it.
 */
function useShownJobs() {
  const client = useQueryClient();
  const [shownSince] = useState(serverNow);
  const [closedJobIds, setClosedJobIds] = useState<ReadonlySet<string>>(new Set());
  /** Jobs that were unfinished or were created while this page was open. */
  const [seenJobIds, setSeenJobIds] = useState<ReadonlySet<string>>(new Set());
  const { data } = useOperatorQuery(
    bulkCalls.listBulkJobs,
    {},
    {
      fresh: 'queue',
      pollMs: (result) => (result?.data.some(isRunning) ? PROGRESS_MS : null),
    },
  );
  const jobs = data?.data ?? [];
  const newJobs = jobs.filter((job) => {
    // A short job may have ended before the first poll.
    return (
      !seenJobIds.has(job.id) && (isUnfinished(job) || Date.parse(job.created_at) > shownSince)
    );
  });
  if (newJobs.length > 0) setSeenJobIds(new Set([...seenJobIds, ...newJobs.map(({ id }) => id)]));
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
  const isOpen = isUnfinished(job);
  const isHeld = useIsHeld(job);
  const wasUndone = state === 'stopped' && isUndoneWhenStopped(job);
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
        {isHeld && (
          <Badge tone="warn">
            <Trans>Starts in a few seconds</Trans>
          </Badge>
        )}
        {state === 'paused' && (
          <Badge tone="warn">
            <Trans context="bulk action">Paused</Trans>
          </Badge>
        )}
        {state === 'stopped' && (
          <Badge tone="warn">{wasUndone ? <Trans>Undone</Trans> : <Trans>Stopped</Trans>}</Badge>
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
        {isHeld ? (
          <UndoButton job={job} />
        ) : isOpen ? (
          <>
            <PauseButton job={job} />
            <StopButton job={job} />
          </>
        ) : (
          done < total && !wasUndone && <RetryButton job={job} />
        )}
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

const refetches = ['listBulkJobs', 'getBulkJob'];

/** Undoes an action before it starts. */
function UndoButton({ job: { id } }: { job: BulkJob }) {
  const undo = useUndoJob('bulk');
  return (
    <SmallActionButton onClick={() => void undo(id)}>
      <Undo2 />
      <Trans>Undo</Trans>
    </SmallActionButton>
  );
}

/** Pauses a running job after its current row, or resumes it. */
function PauseButton({ job: { id, state } }: { job: BulkJob }) {
  const pauseAction = useOperatorAction(bulkCalls.pauseBulkJob, { refetches });
  const resumeAction = useOperatorAction(bulkCalls.resumeBulkJob, { refetches });
  const run = useRunWithToast();
  const isPaused = state === 'paused';
  const change = async () => {
    const pauseInput = { params: { id }, body: { why: 'pause' } };
    const resumeInput = { params: { id }, body: { why: 'resume' } };
    // If the opposite action got no response, its key would return the old result the next time.
    if (isPaused) {
      await resumeAction.mutateAsync(resumeInput);
      finishRequest(requestOf(bulkCalls.pauseBulkJob.id, pauseInput));
    } else {
      await pauseAction.mutateAsync(pauseInput);
      finishRequest(requestOf(bulkCalls.resumeBulkJob.id, resumeInput));
    }
  };
  return (
    <SmallActionButton onClick={() => run(change)}>
      {isPaused ? <Play /> : <Pause />}
      {isPaused ? (
        <Trans context="bulk action">Resume</Trans>
      ) : (
        <Trans context="bulk action">Pause</Trans>
      )}
    </SmallActionButton>
  );
}

function StopButton({ job }: { job: BulkJob }) {
  const { id, act: action } = job;
  const { t, i18n } = useLingui();
  const stopAction = useOperatorAction(bulkCalls.stopBulkJob, { refetches });
  const askWhy = useAskWhy();
  const run = useRunWithToast();
  const confirm = async () => {
    const why = await askWhy({
      title: t`Stop “${bulkText(i18n, action)}”?`,
      consequence: isUndoneWhenStopped(job)
        ? t`Nothing has been changed yet. The action is undone, and you can’t continue it.`
        : t`Rows that are done stay done. You can continue later.`,
      confirmLabel: t`Stop`,
    });
    if (why !== null) await stopAction.mutateAsync({ params: { id }, body: { why } });
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
  const retryAction = useOperatorAction(bulkCalls.retryBulkJob, { refetches });
  const askWhy = useAskWhy();
  const run = useRunWithToast();
  const isStopped = state === 'stopped';
  const label = isStopped ? t`Continue` : t`Retry failed rows`;
  const confirm = async () => {
    const why = await askWhy({
      title: isStopped
        ? t`Continue “${bulkText(i18n, action)}”?`
        : t`Retry the failed rows of “${bulkText(i18n, action)}”?`,
      confirmLabel: label,
    });
    if (why !== null) await retryAction.mutateAsync({ params: { id }, body: { why } });
  };
  return (
    <SmallActionButton onClick={() => run(confirm)}>
      <RotateCcw />
      {label}
    </SmallActionButton>
  );
}

/** Returns a function that runs an action and shows its failure as a message. */
function useRunWithToast() {
  const errorText = useErrorText();
  return (work: () => Promise<void>) => {
    work().catch((error: unknown) =>
      showToast({ subject: 'bulk', tone: 'bad', message: errorText(error) }),
    );
  };
}
