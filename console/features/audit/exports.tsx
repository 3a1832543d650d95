import { Trans, useLingui } from '@lingui/react/macro';
import { auditCalls } from '#schemas/operator/audit-calls.ts';
import { useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { countOf, NumberCard } from '#console/parts/number-card.tsx';
import { useCountry } from '#console/parts/use-country.ts';
import { useToday } from '#console/parts/use-today.ts';
import { auditQuery, signInSearch } from './audit-search.ts';

/** Number of today's entries of one kind, for the Today screen. */
export function AuditTodayCard({ kind }: { kind: 'act' | 'sign_in' }) {
  const { i18n } = useLingui();
  const today = useToday();
  const signIns = signInSearch(useSession());
  const search = kind === 'act' ? ({ kind, from: today } as const) : { ...signIns, from: today };
  const query = { ...auditQuery(search, useCountry()), limit: 1 };
  const { data, error } = useOperatorQuery(auditCalls.listAudit, { query }, { fresh: 'queue' });
  const [lastEntry] = data?.data ?? [];
  return (
    <NumberCard
      title={
        kind === 'act' ? (
          <Trans>Actions today</Trans>
        ) : signIns.operator === undefined ? (
          <Trans>Sign-ins today</Trans>
        ) : (
          <Trans>My sign-ins today</Trans>
        )
      }
      href={`/audit?${new URLSearchParams(search).toString()}`}
      value={countOf(data)}
      error={error}
    >
      {lastEntry ? (
        <Trans>
          Last at {i18n.date(new Date(lastEntry.at), { timeStyle: 'short' })},{' '}
          {lastEntry.operator?.name ?? '–'}
        </Trans>
      ) : (
        data && <Trans>None so far</Trans>
      )}
    </NumberCard>
  );
}
