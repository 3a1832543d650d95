import { Trans, useLingui } from '@lingui/react/macro';
import { approvalCalls } from '#schemas/operator/approval-calls.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { countOf, NumberCard } from '#console/parts/number-card.tsx';
import { useCountry } from '#console/parts/use-country.ts';

/** Number of pending approvals, for the Today screen. */
export function ApprovalsCard() {
  const { i18n } = useLingui();
  const { data, error } = useOperatorQuery(
    approvalCalls.listApprovals,
    { query: { state: 'open', limit: 1, region: useCountry() } },
    { fresh: 'queue' },
  );
  const [oldestApproval] = data?.data ?? [];
  return (
    <NumberCard
      title={<Trans>Approvals waiting</Trans>}
      href="/approvals"
      value={countOf(data)}
      error={error}
    >
      {oldestApproval ? (
        <Trans>
          Oldest: {i18n.date(new Date(oldestApproval.requested_at), { dateStyle: 'medium' })}
        </Trans>
      ) : (
        data && <Trans>None pending</Trans>
      )}
    </NumberCard>
  );
}
