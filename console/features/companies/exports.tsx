import { Trans, useLingui } from '@lingui/react/macro';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { NumberCard } from '#console/parts/number-card.tsx';
import { isOverdue, OverdueLink } from '#console/parts/overdue-link.tsx';
import { useCountry } from '#console/parts/use-country.ts';

/** Number of companies that aren't verified yet, for the Today screen. */
export function VerificationsCard() {
  const { i18n } = useLingui();
  const region = useCountry();
  const query = { verification: 'open', sort: 'created_at', limit: 1, region } as const;
  const { data, error } = useOperatorQuery(
    companyCalls.listCompanies,
    { query },
    { fresh: 'queue' },
  );
  const [oldest] = data?.data ?? [];
  const overdue = useOperatorQuery(
    companyCalls.listCompanies,
    { query: { ...query, overdue: 1 } },
    { fresh: 'queue', enabled: isOverdue('verifications', oldest?.created_at) },
  );
  return (
    <NumberCard
      title={<Trans>Companies to verify</Trans>}
      href="/companies?verification=open"
      value={data ? (data.meta.total ?? Infinity) : null}
      error={error}
      foot={
        overdue.data && (
          <OverdueLink
            queue="verifications"
            count={overdue.data.meta.total ?? Infinity}
            href="/companies?verification=open&overdue=1"
          />
        )
      }
    >
      {oldest ? (
        <Trans>Oldest: {i18n.date(new Date(oldest.created_at), { dateStyle: 'medium' })}</Trans>
      ) : (
        data && <Trans>All are decided</Trans>
      )}
    </NumberCard>
  );
}
