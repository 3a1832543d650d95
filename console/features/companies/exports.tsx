import { Trans } from '@lingui/react/macro';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { countOf } from '#console/parts/number-card.tsx';
import { isOverdue, QueueCard } from '#console/parts/queue-card.tsx';
import { useCountry } from '#console/parts/use-country.ts';

/** Number of companies that aren't verified yet, for the Today screen. */
export function VerificationsCard() {
  const region = useCountry();
  const query = { verification: 'open', sort: 'created_at', limit: 1, region } as const;
  const { data, error } = useOperatorQuery(
    companyCalls.listCompanies,
    { query },
    { fresh: 'queue' },
  );
  const oldestDate = data?.data[0]?.created_at;
  const overdueQuery = useOperatorQuery(
    companyCalls.listCompanies,
    { query: { ...query, overdue: 1 } },
    { fresh: 'queue', enabled: isOverdue('verifications', oldestDate) },
  );
  return (
    <QueueCard
      title={<Trans>Companies to verify</Trans>}
      queue="verifications"
      count={countOf(data)}
      error={error}
      href="/companies?verification=open"
      oldest={oldestDate}
      overdueCount={countOf(overdueQuery.data)}
      overdueHref="/companies?verification=open&overdue=1"
    >
      <Trans>All are decided</Trans>
    </QueueCard>
  );
}
