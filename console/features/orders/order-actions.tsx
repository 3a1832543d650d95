import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ButtonVariant } from '#src/ui/button.tsx';
import { ActionButton } from '#console/parts/action-button.tsx';
import { OrderActionDialog, type OrderDecision } from './order-action-dialog.tsx';
import type { OrderRecord } from './order-texts.ts';

/** Decisions that the order's state allows. */
export function OrderActions({ order }: { order: OrderRecord }) {
  const { t } = useLingui();
  const [openDecision, setOpenDecision] = useState<OrderDecision | null>(null);
  const { state } = order;
  const isOpen = state !== 'positive' && state !== 'negative';
  const actions: readonly {
    decision: OrderDecision;
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
      isShown: isOpen,
    },
    {
      decision: 'fail',
      label: t`Report a problem`,
      variant: 'secondary',
      isShown: isOpen && state !== 'failed',
    },
    { decision: 'reject', label: t`Reject`, variant: 'secondary', isShown: isOpen },
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
      {openDecision !== null && (
        <OrderActionDialog
          order={order}
          decision={openDecision}
          onClose={() => setOpenDecision(null)}
        />
      )}
    </>
  );
}
