import { Trans, useLingui } from '@lingui/react/macro';
import { leadCalls } from '#schemas/operator/lead-calls.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { NumberCard } from '#console/parts/number-card.tsx';
import { isOverdue, OverdueLink } from '#console/parts/overdue-link.tsx';
import { useCountry } from '#console/parts/use-country.ts';

/** Number of requests without a company, for the Today screen. */
export function OpenRequestsCard() {
  const { i18n } = useLingui();
  const region = useCountry();
  const { data, error } = useOperatorQuery(
    leadCalls.listLeadRequests,
    { query: { state: 'waiting', limit: 1, region } },
    { fresh: 'queue' },
  );
  const [oldest] = data?.data ?? [];
  const overdue = useOperatorQuery(
    leadCalls.listLeadRequests,
    { query: { overdue: 1, limit: 1, region } },
    { fresh: 'queue', enabled: isOverdue('requests', oldest?.created_at) },
  );
  return (
    <NumberCard
      title={<Trans>Requests without a company</Trans>}
      href="/lead-requests"
      value={data ? (data.meta.total ?? Infinity) : null}
      error={error}
      foot={
        overdue.data && (
          <OverdueLink
            queue="requests"
            count={overdue.data.meta.total ?? Infinity}
            href="/lead-requests?overdue=1"
          />
        )
      }
    >
      {oldest ? (
        <Trans>Oldest: {i18n.date(new Date(oldest.created_at), { dateStyle: 'medium' })}</Trans>
      ) : (
        data && <Trans>None pending</Trans>
      )}
    </NumberCard>
  );
}
