/** Parts of campaigns for other features (docs/behaviour/campaigns.md). */
import { Trans, useLingui } from '@lingui/react/macro';
import { textInLanguage } from '#schemas/primitives.ts';
import type { ScanCampaign } from '#schemas/scan.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';

export { CampaignSheet } from './campaign-sheet.tsx';

/** Returns a function that finds a campaign's name by its id, or returns a general name for an unknown campaign. */
export function useCampaignName(): (id: string | undefined) => string {
  const { t, i18n } = useLingui();
  const campaigns = useSingleton('configuration')?.campaigns;
  return (id) => {
    const campaign = campaigns?.find((candidate) => candidate.id === id);
    return campaign ? textInLanguage(campaign.name_translated, i18n.locale) : t`Campaign`;
  };
}

/** A line with the points that a campaign adds to a product or project. */
export function CampaignPart({ id, points }: ScanCampaign) {
  const part = useFormat().points(points);
  const name = useCampaignName()(id);
  return (
    <span className="block break-long">
      <Trans>
        including {part}: {name}
      </Trans>
    </span>
  );
}
