import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { leadCalls, type LeadCandidate } from '#schemas/operator/lead-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Skeleton, SkeletonText } from '#src/ui/feedback/skeleton.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { EmptyPart } from '#console/parts/record/record-page.tsx';

interface CompaniesPartProps {
  readonly kind: 'request' | 'lead';
  readonly id: string;
  /** Null if the request can't be offered. */
  readonly onOffer: ((company: LeadCandidate) => void) | null;
  readonly isBusy: boolean;
}

/** Companies that accept leads, nearest to the homeowner first. */
export function CompaniesPart({ kind, id, onOffer, isBusy }: CompaniesPartProps) {
  const { t, i18n } = useLingui();
  const errorText = useErrorText();
  const call = kind === 'request' ? leadCalls.listRequestCompanies : leadCalls.listLeadCompanies;
  const list = useOperatorList(call, { limit: 20 }, { params: { id }, fresh: 'queue' });
  if (list.isLoading)
    return (
      <Skeleton label={t`Loading the companies`}>
        <SkeletonText lines={5} />
      </Skeleton>
    );
  if (list.error === null && list.rows.length === 0)
    return (
      <EmptyPart>
        <Trans>
          No company of this country takes leads at the moment. A company needs the flag “Gets
          leads”, and has to turn on “Available for leads” in the app.
        </Trans>
      </EmptyPart>
    );
  return (
    <>
      <ErrorBlock messages={list.error ? [errorText(list.error)] : []} />
      <ul
        aria-label={t`Companies by distance`}
        className="divide-y divide-line rounded-card bg-surface-raised px-4 card-rise"
      >
        {list.rows.map((company) => (
          <li key={company.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 grow basis-48">
              <p className="font-semibold break-long">
                {company.name}{' '}
                {company.was_offered && (
                  <Badge tone="warn">
                    <Trans>Had this request</Trans>
                  </Badge>
                )}
              </p>
              <p className="text-small text-ink-soft">
                {company.city && `${company.city} · `}
                <ConsoleLink
                  href={`/leads?company=${company.id}&group=open`}
                  className="text-info underline underline-offset-4"
                >
                  <Plural value={company.open_leads} one="# open lead" other="# open leads" />
                </ConsoleLink>
                {` · ${answerText(i18n, company)}`}
              </p>
            </div>
            <span className="tnum">{distanceText(i18n, company)}</span>
            {onOffer && (
              <ActionButton
                variant="secondary"
                busy={isBusy}
                aria-label={t`Offer to ${company.name}`}
                onClick={() => onOffer(company)}
              >
                <Trans>Offer</Trans>
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <div className="pt-3">
          <Button variant="secondary" busy={list.isLoadingMore} onClick={list.loadMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

const unknownDistance = msg`distance unknown`;

function distanceText(i18n: I18n, { distance_km: km }: LeadCandidate): string {
  if (km === null) return i18n._(unknownDistance);
  const options = { style: 'unit', unit: 'kilometer', maximumFractionDigits: 0 } as const;
  return i18n.number(km, options);
}

/** Formats a duration in hours, or in days if it's two days or longer. */
function durationText(i18n: I18n, hours: number): string {
  const [value, unit] =
    hours < 48 ? ([hours, 'hour'] as const) : ([Math.round(hours / 24), 'day'] as const);
  return i18n.number(value, { style: 'unit', unit, unitDisplay: 'long' });
}

const answerText = (i18n: I18n, { answer_hours: hours }: LeadCandidate): string =>
  hours === null
    ? i18n._(msg`no answers yet`)
    : i18n._(msg`answers in about ${durationText(i18n, hours)}`);
