import { Trans, useLingui } from '@lingui/react/macro';
import type { RecordClaim } from '#schemas/operator/queue-claims.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { trackClaims, useReleaseOnLeave } from '#console/data/queue-claims.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { SmallActionButton } from '#console/parts/action-button.tsx';
import { toolButtonClass } from '#console/parts/drop-down.tsx';
import { type RecordQueue, useQueueWork } from './record-queue.ts';

interface ClaimNoticeProps {
  readonly queue: RecordQueue;
  readonly id: string;
  /** Another operator's claim; null if there is none. */
  readonly claim: RecordClaim | null;
  /** True if the operator may decide on the record. */
  readonly canDecide: boolean;
}

/** Warns that another operator is working on the record, and offers to take it over. */
export function ClaimNotice({ queue, id, claim, canDecide }: ClaimNoticeProps) {
  const { i18n } = useLingui();
  const errorText = useErrorText();
  // A record can be taken over outside its queue, too.
  useReleaseOnLeave(queue.kind, useQueueWork() === null);
  const takeOverAction = useOperatorAction(queue.call, { refetches: queue.queries });
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {claim && (
        <div className="flex flex-wrap items-center gap-2 rounded-control bg-warn-soft px-3 py-1.5 text-small text-warn">
          <p className="min-w-0 flex-1">
            <Trans>
              {claim.by} is working on this until{' '}
              {i18n.date(new Date(claim.until), { timeStyle: 'short' })}.
            </Trans>
          </p>
          {canDecide && (
            <SmallActionButton
              className={`${toolButtonClass} bg-surface-raised`}
              isBusy={takeOverAction.isPending}
              onClick={() =>
                takeOverAction.mutate(
                  { body: { skipped: [], opened: id } },
                  { onSuccess: ({ records }) => trackClaims(queue.kind, records) },
                )
              }
            >
              <Trans>Take over</Trans>
            </SmallActionButton>
          )}
        </div>
      )}
      {takeOverAction.error && <ErrorBlock messages={[errorText(takeOverAction.error)]} />}
    </div>
  );
}
