import { Trans, useLingui } from '@lingui/react/macro';
import { addDays } from '#schemas/calendar-day.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { useFormat } from '#src/data/text/format.ts';
import type { MissedCampaign } from '../product-points.ts';

/** Explains why a campaign doesn't count for a product. */
export function MissedCampaignText({ missedCampaign }: { missedCampaign: MissedCampaign }) {
  const { campaign, reason } = missedCampaign;
  const { i18n } = useLingui();
  const { day } = useFormat();
  const name = textInLanguage(campaign.name_translated, i18n.locale);
  const lastDay = day(
    reason === 'late' ? addDays(campaign.until, campaign.grace_days) : campaign.until,
  );
  return reason === 'late' ? (
    <Trans>
      “{name}” doesn’t count, because this product was sent too late. The last day was {lastDay}.
    </Trans>
  ) : (
    <Trans>
      “{name}” doesn’t count, because the phone’s clock was wrong and this product was sent after
      the campaign. The last day was {lastDay}.
    </Trans>
  );
}
