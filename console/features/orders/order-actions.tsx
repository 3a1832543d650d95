import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ButtonVariant } from '#src/ui/button.tsx';
import { ActionButton } from '#console/parts/action-button.tsx';
import { IssueCardDialog } from '#console/parts/card-number-dialog.tsx';
import { OrderActionDialog, type OrderDecision } from './order-action-dialog.tsx';
import { ReopenOrderDialog } from './reopen-order.tsx';
import type { OrderRecord } from './order-texts.ts';

type ShownAction = OrderDecision | 'issue' | 'reopen';

/** Decisions that the order's state allows. */
export function OrderActions({ order }: { order: OrderRecord }) {
  const { t } = useLingui();
  const [openDecision, setOpenDecision] = useState<ShownAction | null>(null);
  const { state } = order;
  const isCard = order.kind === 'card';
  const close = () => setOpenDecision(null);
  const isOpen = state !== 'positive' && state !== 'negative';
  const actions: readonly {
    decision: ShownAction;
    label: string;
    variant: ButtonVariant;
    isShown: boolean;
  }[] = [
    {
      decision: 'approve',
      label: t`Approve`,
      variant: 'primary',
      isShown: isOpen && state !== 'approved',
    },
    {
      decision: 'complete',
      label: t`Complete`,
      variant: state === 'approved' ? 'primary' : 'secondary',
      isShown: isOpen && !isCard,
    },
    // An order for a card is completed by issuing the card, which asks for the card's number. Without the number, the
    // company couldn't register the card.
    {
      decision: 'issue',
      label: t`Issue the card`,
      variant: state === 'pending' ? 'secondary' : 'primary',
      isShown: isCard && state !== 'negative' && order.card === null,
    },
    {
      decision: 'fail',
      label: t`Report a problem`,
      variant: 'secondary',
      isShown: isOpen && state !== 'failed',
    },
    { decision: 'reject', label: t`Reject`, variant: 'secondary', isShown: isOpen },
    {
      decision: 'reopen',
      label: t`Reopen order`,
      variant: 'secondary',
      isShown: order.reopening === 'possible',
    },
  ];
  return (
    <>
      {actions
        .filter(({ isShown }) => isShown)
        .map(({ decision, label, variant }) => (
          <ActionButton key={decision} variant={variant} onClick={() => setOpenDecision(decision)}>
            {label}
          </ActionButton>
        ))}
      {openDecision === 'issue' && (
        <IssueCardDialog company={order.company} order={order.id} onClose={close} />
      )}
      {openDecision === 'reopen' && <ReopenOrderDialog order={order} onClose={close} />}
      {openDecision !== null && openDecision !== 'issue' && openDecision !== 'reopen' && (
        <OrderActionDialog order={order} decision={openDecision} onClose={close} />
      )}
    </>
  );
}
