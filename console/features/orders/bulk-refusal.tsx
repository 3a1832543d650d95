import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { SmallActionButton } from '#console/parts/action-button.tsx';
import { ActionDialog } from '#console/parts/action-form.tsx';
import type { Selection } from '#console/parts/index-table/index-props.ts';
import { CustomerReason } from './order-action-dialog.tsx';
import type { ListedOrder } from './order-texts.ts';

interface BulkRefusalProps {
  readonly selection: Selection<ListedOrder>;
  readonly decision: 'fail' | 'reject';
  readonly icon: ReactNode;
  readonly label: string;
}

/**
 * Reports a problem with the selected orders, or rejects them, in a bulk job with the same reason for all
 * customers.
 */
export function BulkRefusal({ selection, decision, icon, label }: BulkRefusalProps) {
  const errorText = useErrorText();
  const [orders, setOrders] = useState<readonly ListedOrder[] | null>(null);
  const open = async () =>
    setOrders(selection.kind === 'matches' ? await selection.read() : selection.rows);
  return (
    <>
      <SmallActionButton
        onClick={() => {
          open().catch((error: unknown) =>
            showToast({ subject: 'orders', tone: 'bad', message: errorText(error) }),
          );
        }}
      >
        {icon}
        {label}
      </SmallActionButton>
      {orders && (
        <RefusalDialog
          orders={orders}
          decision={decision}
          label={label}
          onClose={() => setOrders(null)}
        />
      )}
    </>
  );
}

interface RefusalDialogProps {
  readonly orders: readonly ListedOrder[];
  readonly decision: 'fail' | 'reject';
  readonly label: string;
  readonly onClose: () => void;
}

function RefusalDialog({ orders, decision, label, onClose }: RefusalDialogProps) {
  const { t } = useLingui();
  const action = useOperatorAction(orderCalls.startBulkOrders, { changes: ['listBulkJobs'] });
  const [reason, setReason] = useState('');
  const texts = useTexts(decision, orders.length);
  const needsReason = orders.some(({ kind }) => kind === 'top-up');
  const isMissing = needsReason && reason.trim() === '';
  const submit = async (why: string) => {
    const reasonInput = reason.trim() === '' ? {} : { reason: reason.trim() };
    const ids = orders.map(({ id }) => id);
    await action.mutateAsync({ body: { orders: ids, decision, ...reasonInput, why } });
    onClose();
  };
  return (
    <ActionDialog
      title={texts.title}
      description={texts.consequence}
      error={action.error}
      isBusy={action.isPending}
      isValid={!isMissing}
      isDanger={decision === 'reject'}
      submitLabel={label}
      whyHint={t`Only for the audit. Don’t write phone numbers, addresses or codes here.`}
      onSubmit={submit}
      onClose={onClose}
    >
      {(showErrors) => (
        <CustomerReason
          isNeeded={needsReason}
          hint={t`All customers of these orders get this text.`}
          value={reason}
          isMissing={showErrors && isMissing}
          onChange={setReason}
        />
      )}
    </ActionDialog>
  );
}

function useTexts(decision: 'fail' | 'reject', count: number) {
  const { t } = useLingui();
  return decision === 'fail'
    ? {
        title: t`Report a problem with ${plural(count, { one: '# order', other: '# orders' })}?`,
        consequence: t`The orders stay open, and each customer is notified of a delay.`,
      }
    : {
        title: t`Reject ${plural(count, { one: '# order', other: '# orders' })}?`,
        consequence: t`The points and the stock are returned, and each customer is notified. This can’t be undone.`,
      };
}
