import { Trans, useLingui } from '@lingui/react/macro';
import { approvalCalls } from '#schemas/operator/approval-calls.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { NumberCard } from '#console/parts/number-card.tsx';
import { useCountry } from '#console/parts/use-country.ts';

/** Number of pending approvals, for the Today screen. */
export function ApprovalsCard() {
  const { i18n } = useLingui();
  const { data, error } = useOperatorQuery(
    approvalCalls.listApprovals,
    { query: { state: 'open', limit: 1, region: useCountry() } },
    { fresh: 'queue' },
  );
  const [oldest] = data?.data ?? [];
  return (
    <NumberCard
      title={<Trans>Approvals waiting</Trans>}
      href="/approvals"
      value={data ? (data.meta.total ?? Infinity) : null}
      error={error}
    >
      {oldest ? (
        <Trans>Oldest: {i18n.date(new Date(oldest.requested_at), { dateStyle: 'medium' })}</Trans>
      ) : (
        data && <Trans>None pending</Trans>
      )}
    </NumberCard>
  );
}
