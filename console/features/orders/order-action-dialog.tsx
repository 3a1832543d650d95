import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { MAX_REASON } from '#schemas/order.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useFinishRecord } from '#console/parts/queue/record-queue.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import type { OrderRecord } from './order-texts.ts';

export type OrderDecision = 'approve' | 'complete' | 'fail' | 'reject';

/** Queries to refetch after an action on an order. */
export const orderQueries = ['listOrders', 'readOrder', 'listOrderTimeline', 'listAudit'];
/** Queries to refetch after a decision that is held: its job shows "Undo". */
const heldQueries = [...orderQueries, 'listBulkJobs'];

interface OrderActionDialogProps {
  readonly order: OrderRecord;
  readonly decision: OrderDecision;
  readonly onClose: () => void;
}

/** Dialog that asks for the input that a decision needs, and then sends the decision. */
export function OrderActionDialog({ order, decision, onClose }: OrderActionDialogProps) {
  const { t } = useLingui();
  const { texts, action, send } = useDecision(order, decision);
  const finishRecord = useFinishRecord();
  const [values, setValues] = useState({
    number: '',
    expires: '',
    password: '',
    reason: '',
  });
  const set = (field: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [field]: event.target.value });
  const hasCode = decision === 'complete' && order.kind === 'digital';
  const hasReason = decision === 'fail' || decision === 'reject';
  const needsReason = hasReason && order.kind === 'top-up';
  const isReasonMissing = needsReason && values.reason.trim() === '';
  const codeError =
    values.number.trim() === '' && (values.expires !== '' || values.password !== '')
      ? t`Enter the code.`
      : undefined;
  const submit = async (why: string) => {
    await send({ ...values, why });
    showToast({ subject: 'order', tone: 'good', message: texts.done });
    onClose();
    finishRecord();
  };
  return (
    <ActionDialog
      title={texts.title}
      description={texts.consequence}
      error={action.error}
      isBusy={action.isPending}
      isValid={!isReasonMissing && codeError === undefined}
      isDanger={decision === 'reject'}
      submitLabel={texts.confirm}
      whyHint={t`Only for the audit. Don’t enter phone numbers, addresses or codes here.`}
      onSubmit={submit}
      onClose={onClose}
    >
      {(showErrors) => (
        <>
          {hasCode && (
            <CodeFields
              values={values}
              numberError={showErrors ? codeError : undefined}
              onChange={set}
            />
          )}
          {hasReason && (
            <CustomerReason
              isNeeded={needsReason}
              value={values.reason}
              isMissing={showErrors && isReasonMissing}
              onChange={(reason) => setValues({ ...values, reason })}
            />
          )}
        </>
      )}
    </ActionDialog>
  );
}

interface CustomerReasonProps {
  readonly isNeeded: boolean;
  readonly hint?: string;
  readonly value: string;
  readonly isMissing: boolean;
  readonly onChange: (reason: string) => void;
}

/** Reason for a decision, sent to the customer. */
export function CustomerReason({
  isNeeded,
  hint,
  value,
  isMissing,
  onChange,
}: CustomerReasonProps) {
  const { t } = useLingui();
  return (
    <TextAreaField
      label={t`Reason for the customer`}
      {...(!isNeeded && { optionalLabel: t`(optional)` })}
      hint={hint}
      maxLength={MAX_REASON}
      value={value}
      error={isMissing ? t`Give the customer a reason. They get it by email.` : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

interface CodeFieldsProps {
  readonly values: Omit<DecisionValues, 'why'>;
  readonly numberError: string | undefined;
  readonly onChange: (
    field: 'number' | 'expires' | 'password',
  ) => (event: { target: { value: string } }) => void;
}

/** The vendor's code for a voucher. */
function CodeFields({ values, numberError, onChange }: CodeFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <TextField
        label={t`Voucher code`}
        optionalLabel={t`(optional)`}
        hint={t`Without a code, the order gets the voucher’s next free code.`}
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
        label={t`Voucher password`}
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

/** Returns the dialog's texts for a decision, the action, and a function that sends the decision. */
function useDecision({ id, rev, number, kind }: OrderRecord, decision: OrderDecision) {
  const { t } = useLingui();
  const approveAction = useOperatorAction(orderCalls.approveOrder, { refetches: orderQueries });
  const completeAction = useOperatorAction(orderCalls.completeOrder, { refetches: heldQueries });
  const failAction = useOperatorAction(orderCalls.failOrder, { refetches: orderQueries });
  const rejectAction = useOperatorAction(orderCalls.rejectOrder, { refetches: heldQueries });
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
      action: approveAction,
      send: ({ why }: DecisionValues) => approveAction.mutateAsync({ params, body: { rev, why } }),
    },
    complete: {
      texts: {
        title: t`Complete order ${number}?`,
        consequence:
          kind === 'digital'
            ? t`The points are spent, and the customer gets the code. You can undo this for 10 seconds.`
            : t`The points are spent, and the customer is notified.`,
        confirm: t`Complete`,
        done:
          kind === 'digital'
            ? t`Order ${number} will be completed in 10 seconds.`
            : t`Order ${number} was completed.`,
      },
      action: completeAction,
      send: ({ why, ...values }: DecisionValues) =>
        completeAction.mutateAsync({
          params,
          // A completed voucher order can't be reopened, because the customer has the code.
          body: { rev, ...responseOf(values), ...(kind === 'digital' && { holds: true }), why },
        }),
    },
    fail: {
      texts: {
        title: t`Report a problem with order ${number}?`,
        consequence: t`The order stays open, and the customer is notified of a delay.`,
        confirm: t`Report the problem`,
        done: t`The problem with order ${number} was reported.`,
      },
      action: failAction,
      send: (values: DecisionValues) =>
        failAction.mutateAsync({ params, body: { rev, ...reasonOf(values), why: values.why } }),
    },
    reject: {
      texts: {
        title: t`Reject order ${number}?`,
        consequence: t`The points and the stock are returned, and the customer is notified. You can undo this for 10 seconds.`,
        confirm: t`Reject`,
        done: t`Order ${number} will be rejected in 10 seconds.`,
      },
      action: rejectAction,
      send: (values: DecisionValues) =>
        rejectAction.mutateAsync({
          params,
          body: { rev, ...reasonOf(values), holds: true, why: values.why },
        }),
    },
  };
  return decisions[decision];
}

/**
 * Returns the vendor's response for the call, or an empty object if no code was entered. The code is valid until the
 * end of the chosen day in UTC.
 */
function responseOf({ number, expires, password }: Omit<DecisionValues, 'why' | 'reason'>) {
  if (number.trim() === '') return {};
  const expiresAt = expires === '' ? null : `${expires}T23:59:59.000Z`;
  return { response: { number: number.trim(), expiresAt, password: password.trim() || null } };
}
