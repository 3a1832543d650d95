import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import * as v from 'valibot';
import { cardSerialNumber } from '#schemas/club-card.ts';
import { operatorCardCalls } from '#schemas/operator/card-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useFinishRecord } from './queue/record-queue.ts';
import { ActionDialog } from './action-form.tsx';

/** Queries to refetch after an action on a card. */
export const cardQueries = [
  'listCards',
  'readCard',
  'listCardTimeline',
  'listCompanyRecords',
  'readCompanyFile',
  'listOrders',
  'readOrder',
  'listOrderTimeline',
  'listAudit',
];

interface IssueCardDialogProps {
  readonly company: { readonly id: string; readonly name: string };
  /** Id of the order for the card; issuing the card completes it. Null if the card wasn't ordered in the shop. */
  readonly order: string | null;
  readonly onClose: () => void;
}

/** Issues a card to a company. */
export function IssueCardDialog({ company, order, onClose }: IssueCardDialogProps) {
  const { t } = useLingui();
  const action = useOperatorAction(operatorCardCalls.issueCard, { refetches: cardQueries });
  const finishRecord = useFinishRecord();
  return (
    <CardNumberDialog
      title={t`Issue a card to ${company.name}?`}
      description={
        order === null
          ? t`The company is notified, and can register the card by its number.`
          : t`The order is completed and its points are spent. The company is notified, and can register the card by its number.`
      }
      numberLabel={t`Card number`}
      submitLabel={t`Issue the card`}
      doneText={t`The card was issued.`}
      error={action.error}
      isBusy={action.isPending}
      send={(number, why) =>
        action.mutateAsync({ params: { id: company.id }, body: { number, order, why } })
      }
      // Without an order, the card is issued on the company's page. That isn't a decision on the company, so a queue
      // of companies must not go on to the next one.
      {...(order !== null && { onDone: finishRecord })}
      onClose={onClose}
    />
  );
}

interface CardNumberDialogProps {
  readonly title: string;
  readonly description: string;
  readonly numberLabel: string;
  readonly submitLabel: string;
  readonly doneText: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly send: (number: string, why: string) => Promise<unknown>;
  /** Called after the number was sent and the dialog was closed. */
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/** Asks for the number of a new card, then sends it. */
export function CardNumberDialog({
  send,
  numberLabel,
  doneText,
  onDone,
  onClose,
  ...dialog
}: CardNumberDialogProps) {
  const { t } = useLingui();
  const [typedNumber, setTypedNumber] = useState('');
  const number = typedNumber.replace(/\s/g, '');
  const isValid = v.is(cardSerialNumber, number);
  const submit = async (why: string) => {
    await send(number, why);
    showToast({ subject: 'card', tone: 'good', message: doneText });
    onClose();
    onDone?.();
  };
  return (
    <ActionDialog
      {...dialog}
      isValid={isValid}
      whyHint={t`Only for the audit. Don’t enter phone numbers, addresses or card numbers here.`}
      onSubmit={submit}
      onClose={onClose}
    >
      {(showErrors) => (
        <TextField
          label={numberLabel}
          hint={t`The ten digits that the vendor gave. Only the last four are shown later.`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          value={typedNumber}
          error={showErrors && !isValid ? t`Enter the ten digits of the card.` : undefined}
          onChange={({ target }) => setTypedNumber(target.value)}
        />
      )}
    </ActionDialog>
  );
}
