import { Trans } from '@lingui/react/macro';
import { campaignCalls } from '#schemas/operator/campaign-calls.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { NumberCard } from '#console/parts/number-card.tsx';
import { useCountry } from '#console/parts/use-country.ts';

/** Number of campaigns with a nearly used-up budget, for the Today screen. */
export function CampaignBudgetsCard() {
  const { data, error } = useOperatorQuery(
    campaignCalls.listCampaigns,
    { query: { region: useCountry(), near_budget: 1 } },
    { fresh: 'record' },
  );
  return (
    <NumberCard
      title={<Trans>Campaigns near their budget</Trans>}
      href="/campaigns?near=1"
      value={data ? data.data.length : null}
      error={error}
    >
      {data?.data.length === 0 ? (
        <Trans>No campaign has used 80% of its budget</Trans>
      ) : (
        <Trans>80% or more has been added or promised.</Trans>
      )}
    </NumberCard>
  );
}
