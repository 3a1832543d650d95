import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type FormEvent, type ReactNode } from 'react';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { MAX_REASON } from '#schemas/order.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOnline } from '#console/data/use-online.ts';
import { useOperatorAct } from '#console/data/use-operator-act.ts';
import { toolButtonClass } from '#console/parts/drop-down.tsx';
import type { Selection } from '#console/parts/index-table/index-props.ts';
import type { ListedOrder } from './order-texts.ts';

interface BulkRefusalProps {
  readonly selection: Selection<ListedOrder>;
  readonly decision: 'fail' | 'reject';
  readonly icon: ReactNode;
  readonly label: string;
}

/** Reports a problem with the selected orders, or rejects them, as a job with one reason for all customers. */
export function BulkRefusal({ selection, decision, icon, label }: BulkRefusalProps) {
  const isOnline = useOnline();
  const errorText = useErrorText();
  const [orders, setOrders] = useState<readonly ListedOrder[] | null>(null);
  const open = async () =>
    setOrders(selection.kind === 'matches' ? await selection.read() : selection.rows);
  return (
    <>
      <button
        type="button"
        className={toolButtonClass}
        disabled={!isOnline}
        onClick={() => {
          open().catch((error: unknown) =>
            showToast({ subject: 'orders', tone: 'bad', message: errorText(error) }),
          );
        }}
      >
        {icon}
        {label}
      </button>
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
  const errorText = useErrorText();
  const act = useOperatorAct(orderCalls.startBulkOrders, { changes: ['listBulkJobs'] });
  const [reason, setReason] = useState('');
  const [why, setWhy] = useState('');
  const [isChecked, setChecked] = useState(false);
  const texts = useTexts(decision, orders.length);
  const needsReason = orders.some(({ kind }) => kind === 'top-up');
  const missing = {
    reason:
      needsReason && reason.trim() === ''
        ? t`Give the customer a reason. They get it by e-mail.`
        : undefined,
    why: why.trim() === '' ? t`Say why. The reason is kept in the audit.` : undefined,
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (missing.reason || missing.why) return;
    const given = reason.trim() === '' ? {} : { reason: reason.trim() };
    const ids = orders.map(({ id }) => id);
    await act.mutateAsync({ body: { orders: ids, decision, ...given, why } });
    onClose();
  };
  return (
    <Sheet
      isOpen
      onOpenChange={onClose}
      title={texts.title}
      description={texts.consequence}
      closeLabel={t`Cancel`}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        // The error is shown above the fields.
        onSubmit={(event) => void submit(event).catch(() => undefined)}
      >
        <ErrorBlock messages={act.error ? [errorText(act.error)] : []} />
        <TextAreaField
          label={t`Reason for the customer`}
          {...(!needsReason && { optionalLabel: t`(optional)` })}
          hint={t`All customers of these orders get this text.`}
          maxLength={MAX_REASON}
          value={reason}
          error={isChecked ? missing.reason : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
        <TextAreaField
          label={t`Why?`}
          hint={t`Only for the audit. Don’t write phone numbers, addresses or codes here.`}
          maxLength={500}
          value={why}
          error={isChecked ? missing.why : undefined}
          onChange={({ target }) => setWhy(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            variant={decision === 'reject' ? 'danger' : 'primary'}
            busy={act.isPending}
          >
            {label}
          </Button>
        </div>
      </form>
    </Sheet>
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
