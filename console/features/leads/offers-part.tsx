import { Trans, useLingui } from '@lingui/react/macro';
import { leadGroupOf } from '#schemas/lead-status.ts';
import type { LeadOffer } from '#schemas/operator/lead-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { leadStatusText } from '#console/parts/lead-status-text.ts';
import { EmptyPart } from '#console/parts/record/record-page.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { groupTone } from './lead-texts.ts';

/** All offers of a request, newest first. Each links to its lead. */
export function OffersPart({ offers }: { offers: readonly LeadOffer[] }) {
  const { t, i18n } = useLingui();
  if (offers.length === 0)
    return (
      <EmptyPart>
        <Trans>It hasn’t been offered to a company yet.</Trans>
      </EmptyPart>
    );
  return (
    <ol
      aria-label={t({ message: 'Offers', context: 'leads' })}
      className="divide-y divide-line rounded-card bg-surface-raised px-4 card-rise"
    >
      {offers.map(({ lead, company, status, offered_at: offeredAt, expires_on: expiresOn }) => (
        <li key={lead} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
          <ConsoleLink
            href={`/leads/${lead}`}
            className="min-w-0 flex-1 font-semibold break-long text-info hover:underline"
          >
            {company.name}
          </ConsoleLink>
          <Badge tone={groupTone(leadGroupOf(status))}>{leadStatusText(i18n, status)}</Badge>
          <span className="w-full text-small text-ink-soft">
            <Trans>Offered at {timeText(i18n, offeredAt)}</Trans>
            {expiresOn !== null && (
              <>
                {' · '}
                <Trans>answer by {timeText(i18n, expiresOn)}</Trans>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
