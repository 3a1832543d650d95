import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Ban, CheckCheck, PackageCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { BulkAction, idsOf } from '#console/parts/bulk-action.tsx';
import type { Selection } from '#console/parts/index-table/index-props.ts';
import { CustomerReason } from './order-action-dialog.tsx';
import type { ListedOrder } from './order-texts.ts';

type Rows = readonly ListedOrder[];

/** Decisions on the selected orders. */
export function OrderBulkActions({ selection }: { selection: Selection<ListedOrder> }) {
  const { t } = useLingui();
  const { action, start } = useStart();
  return (
    <>
      <BulkAction
        action={action}
        selection={selection}
        icon={<CheckCheck />}
        label={t`Approve`}
        titleOf={(count) => t`Approve ${plural(count, { one: '# order', other: '# orders' })}?`}
        consequence={t`Each customer is notified. Orders that have already been decided stay as they are.`}
        start={start('approve')}
      />
      <BulkAction
        action={action}
        selection={selection}
        icon={<PackageCheck />}
        label={t`Complete`}
        titleOf={(count) => t`Complete ${plural(count, { one: '# order', other: '# orders' })}?`}
        consequence={t`Each customer is notified, and the points are spent. A voucher gets the next free code; without one, its row fails. An order of a card fails, because it needs the card’s number. You can undo this for 10 seconds.`}
        start={start('complete')}
      />
      <BulkRefusal selection={selection} decision="fail" />
      <BulkRefusal selection={selection} decision="reject" />
    </>
  );
}

/** Returns the mutation that starts a job, and a function that sends it for a decision. */
function useStart() {
  const { t } = useLingui();
  const action = useOperatorAction(orderCalls.startBulkOrders, { refetches: ['listBulkJobs'] });
  const start =
    (decision: 'approve' | 'complete' | 'fail' | 'reject', reason = '') =>
    async (rows: Rows, why: string) => {
      const reasonInput = reason.trim() === '' ? {} : { reason: reason.trim() };
      // Rejections, and completions of vouchers, can't be taken back later.
      const holds = decision === 'complete' || decision === 'reject';
      const body = { orders: idsOf(rows), decision, ...reasonInput, holds, why };
      const { planned } = await action.mutateAsync({ body });
      if (planned > 0)
        showToast({
          ...{ subject: 'bulk', tone: 'info' },
          message: t`${plural(planned, {
            one: '# order was left out, because it already has a pending decision.',
            other: '# orders were left out, because they already have a pending decision.',
          })}`,
        });
    };
  return { action, start };
}

interface BulkRefusalProps {
  readonly selection: Selection<ListedOrder>;
  readonly decision: 'fail' | 'reject';
}

/** Reports a problem with the selected orders, or rejects them, with the same reason for all customers. */
function BulkRefusal({ selection, decision }: BulkRefusalProps) {
  const { t } = useLingui();
  const { action, start } = useStart();
  const [reason, setReason] = useState('');
  const isNeeded = (rows: Rows) => rows.some(({ kind }) => kind === 'top-up');
  const isMissing = (rows: Rows) => isNeeded(rows) && reason.trim() === '';
  const isRejection = decision === 'reject';
  return (
    <BulkAction
      action={action}
      selection={selection}
      icon={isRejection ? <Ban /> : <TriangleAlert />}
      label={isRejection ? t`Reject` : t`Report a problem`}
      titleOf={(count) =>
        isRejection
          ? t`Reject ${plural(count, { one: '# order', other: '# orders' })}?`
          : t`Report a problem with ${plural(count, { one: '# order', other: '# orders' })}?`
      }
      consequence={
        isRejection
          ? t`The points and the stock are returned, and each customer is notified. You can undo this for 10 seconds.`
          : t`The orders stay open, and each customer is notified of a delay.`
      }
      isDanger={isRejection}
      isValid={(rows) => !isMissing(rows)}
      whyHint={t`Only for the audit. Don’t enter phone numbers, addresses or codes here.`}
      start={start(decision, reason)}
      fields={(rows, showErrors) => (
        <CustomerReason
          isNeeded={isNeeded(rows)}
          hint={t`All customers of these orders get this text.`}
          value={reason}
          isMissing={showErrors && isMissing(rows)}
          onChange={setReason}
        />
      )}
    />
  );
}
