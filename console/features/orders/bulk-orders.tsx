import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { SmallActionButton } from '#console/parts/action-button.tsx';
import type { Selection } from '#console/parts/index-table/index-props.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import type { ListedOrder } from './order-texts.ts';

interface BulkOrdersProps {
  readonly selection: Selection<ListedOrder>;
  readonly decision: 'approve' | 'complete';
  readonly icon: ReactNode;
  readonly label: string;
}

/** Starts a bulk job that decides on the selected orders; its progress is shown below the screen. */
export function BulkOrders({ selection, decision, icon, label }: BulkOrdersProps) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const action = useOperatorAction(orderCalls.startBulkOrders, { changes: ['listBulkJobs'] });
  const confirm = async () => {
    const rows = selection.kind === 'matches' ? await selection.read() : selection.rows;
    const count = rows.length;
    const why = await askWhy({
      title:
        decision === 'approve'
          ? t`Approve ${plural(count, { one: '# order', other: '# orders' })}?`
          : t`Complete ${plural(count, { one: '# order', other: '# orders' })}?`,
      consequence:
        decision === 'approve'
          ? t`Each customer is notified. Orders that are decided already stay as they are.`
          : t`Each customer is notified, and the points are spent. A voucher gets the next free code; without one, its row fails.`,
      confirmLabel: label,
    });
    if (why === null) return;
    await action.mutateAsync({ body: { orders: rows.map(({ id }) => id), decision, why } });
  };
  return (
    <SmallActionButton
      isBusy={action.isPending}
      onClick={() => {
        confirm().catch((error: unknown) =>
          showToast({ subject: 'orders', tone: 'bad', message: errorText(error) }),
        );
      }}
    >
      {icon}
      {label}
    </SmallActionButton>
  );
}
