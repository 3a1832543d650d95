import { Trans } from '@lingui/react/macro';
import { leadCalls } from '#schemas/operator/lead-calls.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { countOf } from '#console/parts/number-card.tsx';
import { isOverdue, QueueCard } from '#console/parts/queue-card.tsx';
import { useCountry } from '#console/parts/use-country.ts';

/** Number of requests without a company, for the Today screen. */
export function OpenRequestsCard() {
  const region = useCountry();
  const { data, error } = useOperatorQuery(
    leadCalls.listLeadRequests,
    { query: { state: 'waiting', limit: 1, region } },
    { fresh: 'queue' },
  );
  const oldestDate = data?.data[0]?.created_at;
  const overdueQuery = useOperatorQuery(
    leadCalls.listLeadRequests,
    { query: { overdue: 1, limit: 1, region } },
    { fresh: 'queue', enabled: isOverdue('requests', oldestDate) },
  );
  return (
    <QueueCard
      title={<Trans>Requests without a company</Trans>}
      queue="requests"
      count={countOf(data)}
      error={error}
      href="/lead-requests"
      oldest={oldestDate}
      overdueCount={countOf(overdueQuery.data)}
      overdueHref="/lead-requests?overdue=1"
    >
      <Trans>None pending</Trans>
    </QueueCard>
  );
}
