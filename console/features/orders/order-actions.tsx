import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ButtonVariant } from '#src/ui/button.tsx';
import { ActButton } from '#console/parts/action-button.tsx';
import { OrderActDialog, type OrderDecision } from './order-action-dialog.tsx';
import type { OrderRecord } from './order-texts.ts';

/** Decisions that the order's state allows. */
export function OrderActs({ order }: { order: OrderRecord }) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<OrderDecision | null>(null);
  const { state } = order;
  const isOpen = state !== 'positive' && state !== 'negative';
  const acts: readonly {
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
      {acts
        .filter(({ isShown }) => isShown)
        .map(({ decision, label, variant }) => (
          <ActButton key={decision} variant={variant} onClick={() => setOpened(decision)}>
            {label}
          </ActButton>
        ))}
      {opened !== null && (
        <OrderActDialog order={order} decision={opened} onClose={() => setOpened(null)} />
      )}
    </>
  );
}
