import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type FormEvent } from 'react';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { MAX_REASON } from '#schemas/order.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAct } from '#console/data/use-operator-act.ts';
import type { OrderRecord } from './order-texts.ts';

export type OrderDecision = 'approve' | 'complete' | 'fail' | 'reject';

const changes = ['listOrders', 'readOrder', 'listOrderTimeline', 'listAudit'];

interface OrderActDialogProps {
  readonly order: OrderRecord;
  readonly decision: OrderDecision;
  readonly onClose: () => void;
}

/** Asks for everything that a decision needs, and carries it out. */
export function OrderActDialog({ order, decision, onClose }: OrderActDialogProps) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const { texts, act, send } = useDecision(order, decision);
  const [values, setValues] = useState({
    number: '',
    expires: '',
    password: '',
    reason: '',
    why: '',
  });
  const [isChecked, setChecked] = useState(false);
  const set = (field: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [field]: event.target.value });
  const hasCode = decision === 'complete' && order.kind === 'digital';
  const hasReason = decision === 'fail' || decision === 'reject';
  const needsReason = hasReason && order.kind === 'top-up';
  const missing = {
    why: values.why.trim() === '' ? t`Say why. The reason is kept in the audit.` : undefined,
    reason:
      needsReason && values.reason.trim() === ''
        ? t`Give the customer a reason. They get it by e-mail.`
        : undefined,
    number:
      values.number.trim() === '' && (values.expires !== '' || values.password !== '')
        ? t`Enter the code.`
        : undefined,
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (missing.why || missing.reason || missing.number) return;
    await send(values);
    showToast({ subject: 'order', tone: 'good', message: texts.done });
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
        {hasCode && (
          <CodeFields
            values={values}
            numberError={isChecked ? missing.number : undefined}
            onChange={set}
          />
        )}
        {hasReason && (
          <TextAreaField
            label={t`Reason for the customer`}
            {...(!needsReason && { optionalLabel: t`(optional)` })}
            maxLength={MAX_REASON}
            value={values.reason}
            error={isChecked ? missing.reason : undefined}
            onChange={set('reason')}
          />
        )}
        <TextAreaField
          label={t`Why?`}
          hint={t`Only for the audit. Don’t write phone numbers, addresses or codes here.`}
          maxLength={500}
          value={values.why}
          error={isChecked ? missing.why : undefined}
          onChange={set('why')}
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
            {texts.confirm}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

interface CodeFieldsProps {
  readonly values: DecisionValues;
  readonly numberError: string | undefined;
  readonly onChange: (
    field: 'number' | 'expires' | 'password',
  ) => (event: { target: { value: string } }) => void;
}

/** The vendor's code of a voucher. */
function CodeFields({ values, numberError, onChange }: CodeFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <TextField
        label={t`Code of the voucher`}
        optionalLabel={t`(optional)`}
        hint={t`Without a code, the order gets the next free one of its pool.`}
        autoComplete="off"
        maxLength={80}
        value={values.number}
        error={numberError}
        onChange={onChange('number')}
      />
      <TextField
        label={t`Valid until`}
        optionalLabel={t`(optional)`}
        type="date"
        value={values.expires}
        onChange={onChange('expires')}
      />
      <TextField
        label={t`Password of the voucher`}
        optionalLabel={t`(optional)`}
        autoComplete="off"
        maxLength={80}
        value={values.password}
        onChange={onChange('password')}
      />
    </>
  );
}

interface DecisionValues {
  readonly number: string;
  readonly expires: string;
  readonly password: string;
  readonly reason: string;
  readonly why: string;
}

/** Texts of a decision, and how it is sent. */
function useDecision({ id, rev, number }: OrderRecord, decision: OrderDecision) {
  const { t } = useLingui();
  const approve = useOperatorAct(orderCalls.approveOrder, { changes });
  const complete = useOperatorAct(orderCalls.completeOrder, { changes });
  const fail = useOperatorAct(orderCalls.failOrder, { changes });
  const reject = useOperatorAct(orderCalls.rejectOrder, { changes });
  const params = { id };
  const reasonOf = ({ reason }: DecisionValues) => ({
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  });
  const decisions = {
    approve: {
      texts: {
        title: t`Approve order ${number}?`,
        consequence: t`The customer is notified that the order is in progress.`,
        confirm: t`Approve`,
        done: t`Order ${number} was approved.`,
      },
      act: approve,
      send: ({ why }: DecisionValues) => approve.mutateAsync({ params, body: { rev, why } }),
    },
    complete: {
      texts: {
        title: t`Complete order ${number}?`,
        consequence: t`The points are spent, and the customer is notified. This can’t be undone.`,
        confirm: t`Complete`,
        done: t`Order ${number} was completed.`,
      },
      act: complete,
      send: ({ why, ...values }: DecisionValues) =>
        complete.mutateAsync({ params, body: { rev, ...responseOf(values), why } }),
    },
    fail: {
      texts: {
        title: t`Report a problem with order ${number}?`,
        consequence: t`The order stays open, and the customer is notified of a delay.`,
        confirm: t`Report the problem`,
        done: t`The problem with order ${number} was reported.`,
      },
      act: fail,
      send: (values: DecisionValues) =>
        fail.mutateAsync({ params, body: { rev, ...reasonOf(values), why: values.why } }),
    },
    reject: {
      texts: {
        title: t`Reject order ${number}?`,
        consequence: t`The points and the stock are returned, and the customer is notified. This can’t be undone.`,
        confirm: t`Reject`,
        done: t`Order ${number} was rejected.`,
      },
      act: reject,
      send: (values: DecisionValues) =>
        reject.mutateAsync({ params, body: { rev, ...reasonOf(values), why: values.why } }),
    },
  };
  return decisions[decision];
}

/** The vendor's answer, valid until the end of its last day in UTC. */
function responseOf({ number, expires, password }: Omit<DecisionValues, 'why' | 'reason'>) {
  if (number.trim() === '') return {};
  const expiresAt = expires === '' ? null : `${expires}T23:59:59.000Z`;
  return { response: { number: number.trim(), expiresAt, password: password.trim() || null } };
}
