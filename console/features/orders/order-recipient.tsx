import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { orderCalls, type OrderRecipient } from '#schemas/operator/order-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOnline } from '#console/data/use-online.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import type { OrderRecord } from './order-texts.ts';

interface OrderRecipientPartProps {
  readonly order: OrderRecord;
  readonly canReveal: boolean;
}

/** The recipient; shortened until the operator gives a reason, if their role doesn't include personal data. */
export function OrderRecipientPart({ order, canReveal }: OrderRecipientPartProps) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const isOnline = useOnline();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (why: string) =>
      callOperator(orderCalls.revealOrder, { params: { id: order.id }, body: { why } }),
  });
  const isCustom = order.kind === 'custom';
  const isComplete = data !== undefined || (!order.is_masked && !isCustom);
  const reveal = async () => {
    const why = await askWhy({
      title: t`Show the recipient of order ${order.number}?`,
      consequence: t`The audit keeps that you have read it, and why.`,
      confirmLabel: t`Show`,
    });
    if (why !== null) mutate(why);
  };
  return (
    <section
      aria-label={t`Recipient`}
      className="flex flex-col gap-4 rounded-card bg-surface-raised p-4 card-rise"
    >
      <RecipientList recipient={data?.recipient ?? order.recipient} />
      {data?.texts.map((texts, index) => (
        // Lines are never reordered.
        // oxlint-disable-next-line react/no-array-index-key
        <CustomTexts key={index} texts={texts} />
      ))}
      <ErrorBlock messages={error ? [errorText(error)] : []} />
      {canReveal && !isComplete && (
        <div>
          <Button
            variant="secondary"
            icon={<Eye />}
            busy={isPending}
            disabledReason={isOnline ? undefined : t`There is no network.`}
            onClick={() => void reveal()}
          >
            {order.is_masked ? <Trans>Show everything</Trans> : <Trans>Show the texts</Trans>}
          </Button>
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
        { term: <Trans>E-mail address</Trans>, detail: email ?? '–' },
      ]}
    />
  );
}

/** The customer's texts for their own material, by field. */
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
