import { Trans, useLingui } from '@lingui/react/macro';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import { orderCalls, type OrderRecipient } from '#schemas/operator/order-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import type { OrderRecord } from './order-texts.ts';

/**
 * Shows the recipient. Until the operator gives a reason, the recipient is masked and the customer's texts are hidden.
 */
export function OrderRecipientPart({ order }: { order: OrderRecord }) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const [revealedOrder, setRevealedOrder] =
    useState<ResultOf<typeof orderCalls.revealOrder>['revealed']>(null);
  const { mutateAsync, error, isPending } = useOperatorAction(orderCalls.revealOrder, {
    refetches: ['listOrderTimeline', 'listAudit'],
  });
  const reveal = async () => {
    const why = await askWhy({
      title: t`Show the recipient of order ${order.number}?`,
      consequence: t`The audit records that you read it, and why.`,
      confirmLabel: t`Show`,
    });
    if (why === null) return;
    setRevealedOrder((await mutateAsync({ params: { id: order.id }, body: { why } })).revealed);
  };
  return (
    <section
      aria-label={t`Recipient`}
      className="flex flex-col gap-4 rounded-card bg-surface-raised p-4 card-rise"
    >
      <RecipientList recipient={revealedOrder?.recipient ?? order.recipient} />
      {revealedOrder?.texts.map((texts, index) => (
        // Lines are never reordered.
        // oxlint-disable-next-line react/no-array-index-key
        <CustomTexts key={index} texts={texts} />
      ))}
      <ErrorBlock messages={error ? [errorText(error)] : []} />
      {order.can_reveal && revealedOrder === null && (
        <div>
          <ActionButton
            variant="secondary"
            icon={<Eye />}
            busy={isPending}
            // The error is shown above.
            onClick={() => void reveal().catch(() => undefined)}
          >
            <Trans>Show everything</Trans>
          </ActionButton>
        </div>
      )}
    </section>
  );
}

function RecipientList({ recipient }: { recipient: OrderRecipient }) {
  const { name, company_name, email, phone, street, postal_code, city, country } = recipient;
  const place = [postal_code, city, country].filter(Boolean).join(' ');
  return (
    <DetailList
      items={[
        { term: <Trans context="recipient">Name</Trans>, detail: name || '–' },
        { term: <Trans>Company</Trans>, detail: company_name ?? '–' },
        { term: <Trans>Street</Trans>, detail: street ?? '–' },
        { term: <Trans>Town</Trans>, detail: place || '–' },
        { term: <Trans>Phone number</Trans>, detail: phone ?? '–' },
        { term: <Trans>Email address</Trans>, detail: email ?? '–' },
      ]}
    />
  );
}

/** The customer's texts for their custom material, by field. */
function CustomTexts({ texts }: { texts: Readonly<Record<string, unknown>> }) {
  return (
    <DetailList
      items={Object.entries(texts).map(([field, value]) => ({
        term: field,
        detail: typeof value === 'string' ? value : JSON.stringify(value),
      }))}
    />
  );
}
