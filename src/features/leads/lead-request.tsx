import { Trans, useLingui } from '@lingui/react/macro';
import type { LeadDocument } from '#schemas/lead.ts';
import { useFormat } from '#src/data/words/format.ts';
import { Card } from '#src/ui/card.tsx';
import { DetailList } from '#src/ui/detail-list.tsx';
import { Section } from '#src/ui/section.tsx';

/** What the customer asks for, in their own words too. */
export function LeadRequest({ lead }: { lead: LeadDocument }) {
  const { t } = useLingui();
  const format = useFormat();
  const { extras, products, window_windows_number: windows } = lead;
  const rows = [
    ...(extras.CustomerRequested ? [{ term: t`Asks for`, detail: extras.CustomerRequested }] : []),
    ...(windows === null ? [] : [{ term: t`Windows`, detail: format.number(windows) }]),
    ...(products.length === 0
      ? []
      : [
          {
            term: t`Products`,
            detail: products
              .map(({ type, quantity }) => `${format.number(quantity)} × ${type}`)
              .join(', '),
          },
        ]),
    { term: t`Received`, detail: format.dateTime(lead.created_at) },
  ];
  return (
    <Section title={t`Request`}>
      <Card>
        {extras.Notes && (
          <figure className="mb-4 border-b border-line pb-4">
            <figcaption className="text-small text-ink-soft">
              <Trans>The customer writes</Trans>
            </figcaption>
            <blockquote className="mt-1 font-medium whitespace-pre-line break-long">
              {extras.Notes}
            </blockquote>
          </figure>
        )}
        <DetailList items={rows} />
      </Card>
    </Section>
  );
}
