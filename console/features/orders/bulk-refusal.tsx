import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAct } from '#console/data/use-operator-action.ts';
import { SmallActButton } from '#console/parts/action-button.tsx';
import { ActDialog } from '#console/parts/action-form.tsx';
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
 * Reports a problem with the selected orders, or rejects them, as a bulk job with the same reason for all
 * customers.
 */
export function BulkRefusal({ selection, decision, icon, label }: BulkRefusalProps) {
  const errorText = useErrorText();
  const [orders, setOrders] = useState<readonly ListedOrder[] | null>(null);
  const open = async () =>
    setOrders(selection.kind === 'matches' ? await selection.read() : selection.rows);
  return (
    <>
      <SmallActButton
        onClick={() => {
          open().catch((error: unknown) =>
            showToast({ subject: 'orders', tone: 'bad', message: errorText(error) }),
          );
        }}
      >
        {icon}
        {label}
      </SmallActButton>
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
  const act = useOperatorAct(orderCalls.startBulkOrders, { changes: ['listBulkJobs'] });
  const [reason, setReason] = useState('');
  const texts = useTexts(decision, orders.length);
  const needsReason = orders.some(({ kind }) => kind === 'top-up');
  const isMissing = needsReason && reason.trim() === '';
  const submit = async (why: string) => {
    const given = reason.trim() === '' ? {} : { reason: reason.trim() };
    const ids = orders.map(({ id }) => id);
    await act.mutateAsync({ body: { orders: ids, decision, ...given, why } });
    onClose();
  };
  return (
    <ActDialog
      title={texts.title}
      description={texts.consequence}
      error={act.error}
      isBusy={act.isPending}
      isValid={!isMissing}
      isDanger={decision === 'reject'}
      submitLabel={label}
      whyHint={t`Only for the audit. Don’t write phone numbers, addresses or codes here.`}
      onSubmit={submit}
      onClose={onClose}
    >
      {(isChecked) => (
        <CustomerReason
          isNeeded={needsReason}
          hint={t`All customers of these orders get this text.`}
          value={reason}
          isMissing={isChecked && isMissing}
          onChange={setReason}
        />
      )}
    </ActDialog>
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
