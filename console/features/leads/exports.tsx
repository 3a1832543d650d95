import { Trans, useLingui } from '@lingui/react/macro';
import { leadCalls } from '#schemas/operator/lead-calls.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { NumberCard } from '#console/parts/number-card.tsx';
import { useCountry } from '#console/parts/use-country.ts';

/** Number of requests without a company, for the Today screen. */
export function OpenRequestsCard() {
  const { i18n } = useLingui();
  const { data, error } = useOperatorQuery(
    leadCalls.listLeadRequests,
    { query: { state: 'waiting', limit: 1, region: useCountry() } },
    { fresh: 'queue' },
  );
  const [oldest] = data?.data ?? [];
  return (
    <NumberCard
      title={<Trans>Requests without a company</Trans>}
      href="/lead-requests"
      value={data ? (data.meta.total ?? Infinity) : null}
      error={error}
    >
      {oldest ? (
        <Trans>Oldest: {i18n.date(new Date(oldest.created_at), { dateStyle: 'medium' })}</Trans>
      ) : (
        data && <Trans>None pending</Trans>
      )}
    </NumberCard>
  );
}
