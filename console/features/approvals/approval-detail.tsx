import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import { approvalCalls } from '#schemas/operator/approval-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { requestedActionText } from '#console/parts/action-texts.ts';
import { ClaimNotice } from '#console/parts/queue/claim-notice.tsx';
import { QueueBar } from '#console/parts/queue/queue-bar.tsx';
import { useQueueWork } from '#console/parts/queue/record-queue.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { approvalQueue } from './approval-queue.ts';
import { RequestedChange } from './requested-change.tsx';

/** An approval in the list. */
export type Approval = ResultOf<typeof approvalCalls.listApprovals>['data'][number];

const states = {
  open: msg`Waiting`,
  approved: msg`Approved`,
  rejected: msg({ message: 'Rejected', context: 'approvals' }),
  void: msg`Void`,
} as const;

export const stateText = (i18n: I18n, state: Approval['state']): string => i18n._(states[state]);

interface ApprovalDetailProps {
  readonly approval: Approval | null;
  readonly onClose: () => void;
}

/** An action pending approval, with all its effects. */
export function ApprovalDetail({ approval, onClose }: ApprovalDetailProps) {
  const { i18n } = useLingui();
  const time = (moment: string) => timeText(i18n, moment);
  return (
    <SideSheet
      isOpen={approval !== null}
      onClose={onClose}
      title={approval ? requestedActionText(i18n, approval.act) : ''}
    >
      {approval && (
        <Fragment key={approval.id}>
          <QueueBar isInSheet />
          <ClaimNotice
            queue={approvalQueue}
            id={approval.id}
            claim={approval.claimed}
            canDecide={approval.state === 'open'}
          />
          <DetailList
            items={[
              { term: <Trans>Status</Trans>, detail: stateText(i18n, approval.state) },
              { term: <Trans>Requested by</Trans>, detail: approval.requested_by.name },
              { term: <Trans>Requested at</Trans>, detail: time(approval.requested_at) },
              { term: <Trans>Why</Trans>, detail: approval.why },
              { term: <Trans>Decided by</Trans>, detail: approval.decided_by?.name ?? '–' },
              {
                term: <Trans>Decided at</Trans>,
                detail: approval.decided_at === null ? '–' : time(approval.decided_at),
              },
            ]}
          />
          <RequestedChange approval={approval} />
          {approval.state === 'open' && <Decision approval={approval} onDecided={onClose} />}
        </Fragment>
      )}
    </SideSheet>
  );
}

const refetches = ['listApprovals', 'listOperators', 'listAudit'];

interface DecisionProps {
  readonly approval: Approval;
  readonly onDecided: () => void;
}

function Decision({ approval, onDecided }: DecisionProps) {
  const { t } = useLingui();
  const { operator } = useSession();
  const askWhy = useAskWhy();
  const work = useQueueWork();
  const errorText = useErrorText();
  const approveAction = useOperatorAction(approvalCalls.approveAct, { refetches });
  const rejectAction = useOperatorAction(approvalCalls.rejectAct, { refetches });
  if (approval.requested_by.id === operator.id) {
    return (
      <p className="text-small text-ink-soft">
        <Trans>You requested this. Another person must decide.</Trans>
      </p>
    );
  }
  const params = { id: approval.id };
  const decide = async (isApproved: boolean) => {
    const why = await askWhy({
      title: isApproved ? t`Approve this action?` : t`Reject this action?`,
      confirmLabel: isApproved ? t`Approve` : t`Reject`,
    });
    if (why === null) return;
    const { state } = await (isApproved ? approveAction : rejectAction).mutateAsync({
      params,
      body: { why },
    });
    const messages = {
      approved: t`Approved and carried out.`,
      rejected: t`Rejected. Nothing was changed.`,
      void: t`The record has changed since. Nothing was carried out.`,
    };
    showToast({
      subject: 'approvals',
      tone: state === 'void' ? 'warn' : 'good',
      message: messages[state],
    });
    if (work === null) onDecided();
    else work.finishRecord();
  };
  // The error is shown above the buttons.
  const press = (isApproved: boolean) => () => void decide(isApproved).catch(() => undefined);
  const error = approveAction.error ?? rejectAction.error;
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <ErrorBlock messages={error ? [errorText(error)] : []} />
      <div className="flex flex-wrap gap-2">
        <ActionButton busy={approveAction.isPending} onClick={press(true)}>
          <Trans>Approve</Trans>
        </ActionButton>
        <ActionButton variant="secondary" busy={rejectAction.isPending} onClick={press(false)}>
          <Trans>Reject</Trans>
        </ActionButton>
      </div>
    </div>
  );
}
