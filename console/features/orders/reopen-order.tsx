import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { CustomerReason, orderQueries } from './order-action-dialog.tsx';
import type { OrderRecord } from './order-texts.ts';

interface ReopenOrderDialogProps {
  readonly order: OrderRecord;
  readonly onClose: () => void;
}

/**
 * Dialog that reopens a completed order. If reopening requires a second person, the dialog only requests their
 * approval.
 */
export function ReopenOrderDialog({ order, onClose }: ReopenOrderDialogProps) {
  const { t } = useLingui();
  const action = useOperatorAction(orderCalls.reopenOrder, { refetches: orderQueries });
  const [reason, setReason] = useState('');
  const isReasonMissing = reason.trim() === '';
  const { id, number, rev } = order;
  const submit = async (why: string) => {
    const body = { rev, reason, why };
    const { approval } = await action.mutateAsync({ params: { id }, body });
    const message =
      approval === null ? t`Order ${number} is open again.` : t`A second person must approve this.`;
    showToast({ subject: 'order', tone: 'good', message });
    onClose();
  };
  return (
    <ActionDialog
      title={t`Reopen order ${number}?`}
      description={t`The order will be open with a problem, and its points will be reserved again. You can then complete it, or reject it to return points and stock. The customer is notified.`}
      error={action.error}
      isBusy={action.isPending}
      isValid={!isReasonMissing}
      isDanger
      submitLabel={t`Reopen order`}
      onSubmit={submit}
      onClose={onClose}
    >
      {(showErrors) => (
        <CustomerReason
          isNeeded
          value={reason}
          isMissing={showErrors && isReasonMissing}
          onChange={setReason}
        />
      )}
    </ActionDialog>
  );
}
