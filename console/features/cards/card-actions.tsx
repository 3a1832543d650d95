import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { type CardRecord, operatorCardCalls } from '#schemas/operator/card-calls.ts';
import { MAX_REASON } from '#schemas/order.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { CardNumberDialog, cardQueries } from '#console/parts/card-number-dialog.tsx';
import { cardNumberText } from './card-texts.ts';

type CardAction = 'activate' | 'block' | 'unblock' | 'replace';

/** Actions that the card's state allows. */
export function CardActions({ card }: { card: CardRecord }) {
  const { t } = useLingui();
  const [openAction, setOpenAction] = useState<CardAction | null>(null);
  const { state } = card;
  const actions: readonly { action: CardAction; label: string; isShown: boolean }[] = [
    { action: 'activate', label: t`Mark as active`, isShown: state === 'issued' },
    { action: 'unblock', label: t`Unblock`, isShown: state === 'blocked' },
    { action: 'replace', label: t`Replace`, isShown: state !== 'closed' },
    { action: 'block', label: t`Block`, isShown: state === 'issued' || state === 'active' },
  ];
  const close = () => setOpenAction(null);
  return (
    <>
      {actions
        .filter(({ isShown }) => isShown)
        .map(({ action, label }, index) => (
          <ActionButton
            key={action}
            variant={index === 0 && action !== 'replace' ? 'primary' : 'secondary'}
            onClick={() => setOpenAction(action)}
          >
            {label}
          </ActionButton>
        ))}
      {openAction === 'replace' && <ReplaceCardDialog card={card} onClose={close} />}
      {openAction !== null && openAction !== 'replace' && (
        <CardStateDialog card={card} action={openAction} onClose={close} />
      )}
    </>
  );
}

interface CardDialogProps {
  readonly card: CardRecord;
  readonly onClose: () => void;
}

/** Closes a card, and issues a replacement with a different number. */
function ReplaceCardDialog({ card, onClose }: CardDialogProps) {
  const { t } = useLingui();
  const action = useOperatorAction(operatorCardCalls.replaceCard, { refetches: cardQueries });
  const router = useRouter();
  const number = cardNumberText(card.digits);
  return (
    <CardNumberDialog
      title={t`Replace the card ${number}?`}
      description={t`This card will be closed for good. The company is notified, and can register the new card by its number.`}
      numberLabel={t`Number of the new card`}
      submitLabel={t`Replace`}
      doneText={t`The card ${number} was replaced. This is the new card.`}
      error={action.error}
      isBusy={action.isPending}
      send={async (replacement, why) => {
        const { id } = await action.mutateAsync({
          params: { id: card.id },
          body: { number: replacement, rev: card.rev, why },
        });
        // The next steps are with the new card.
        void router.navigate({ href: `/cards/${id}` });
      }}
      onClose={onClose}
    />
  );
}

interface CardStateDialogProps extends CardDialogProps {
  readonly action: Exclude<CardAction, 'replace'>;
}

/** Activates, blocks or unblocks a card. */
function CardStateDialog({ card, action: cardAction, onClose }: CardStateDialogProps) {
  const { t } = useLingui();
  const action = useOperatorAction(operatorCardCalls.setCardState, { refetches: cardQueries });
  const [reason, setReason] = useState('');
  const number = cardNumberText(card.digits);
  const isBlock = cardAction === 'block';
  const texts = {
    activate: {
      title: t`Mark the card ${number} as active?`,
      description: t`Do this once the vendor has activated it. The company is notified, and can top it up.`,
      submitLabel: t`Mark as active`,
      done: t`The card ${number} is active.`,
    },
    unblock: {
      title: t`Unblock the card ${number}?`,
      description: t`The card becomes active. The company is notified, and can top it up again.`,
      submitLabel: t`Unblock`,
      done: t`The card ${number} was unblocked.`,
    },
    block: {
      title: t`Block the card ${number}?`,
      description: t`The company is notified, and can’t top it up. Block it at the vendor, too.`,
      submitLabel: t`Block`,
      done: t`The card ${number} was blocked.`,
    },
  }[cardAction];
  const submit = async (why: string) => {
    const state = isBlock ? ('blocked' as const) : ('active' as const);
    const body = { state, rev: card.rev, why, ...(isBlock && reason !== '' && { reason }) };
    await action.mutateAsync({ params: { id: card.id }, body });
    showToast({ subject: 'card', tone: 'good', message: texts.done });
    onClose();
  };
  return (
    <ActionDialog
      title={texts.title}
      description={texts.description}
      error={action.error}
      isBusy={action.isPending}
      isValid
      isDanger={isBlock}
      submitLabel={texts.submitLabel}
      onSubmit={submit}
      onClose={onClose}
    >
      {() =>
        isBlock && (
          <TextAreaField
            label={t`Reason for the company`}
            optionalLabel={t`(optional)`}
            maxLength={MAX_REASON}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )
      }
    </ActionDialog>
  );
}
