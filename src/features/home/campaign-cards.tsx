import { useLingui } from '@lingui/react/macro';
import { Megaphone } from 'lucide-react';
import { Suspense, useState } from 'react';
import { addDays, startOfDay } from '#schemas/calendar-day.ts';
import { type Campaign, isForType, listRunningCampaigns } from '#schemas/campaign.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { allowedTypes, type TierProductCategory } from '#schemas/product-type.ts';
import type { RoleId } from '#schemas/roles.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useTimeLeftText } from '#src/data/text/use-time-left-text.ts';
import { timeLeft, type RegionalClock } from '#src/data/time/time-left.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { lazyWithTexts } from '#src/i18n/lazy-with-texts.ts';
import { List, ListRow } from '#src/ui/lists/list.tsx';

// Only loaded when the user opens a campaign.
const CampaignSheet = lazyWithTexts(
  async () => (await import('#src/features/campaigns/exports.tsx')).CampaignSheet,
);

/** Running campaigns with the time left; tapping one opens its details. Renders nothing if none is running. */
export function CampaignCards() {
  const { t, i18n } = useLingui();
  const clock = useRegionalClock();
  const timeLeftText = useTimeLeftText();
  const role = useIdentity()?.role;
  const campaigns = useSingleton('configuration')?.campaigns ?? [];
  const categories = useSingleton('categories') ?? [];
  const [openedCampaign, setOpenedCampaign] = useState<Campaign | null>(null);
  const cards = campaignCards(campaigns, categories, role, clock);
  if (cards.length === 0) return null;
  return (
    <>
      <List label={t`Campaigns`}>
        {cards.map(({ campaign, end }) => {
          const timeRemaining = timeLeft(end, clock);
          return (
            <ListRow
              key={campaign.id}
              icon={<Megaphone />}
              iconTone="info"
              title={textInLanguage(campaign.name_translated, i18n.locale)}
              meta={timeRemaining && timeLeftText.formatWithEnd(timeRemaining, end)}
              onPress={() => setOpenedCampaign(campaign)}
            />
          );
        })}
      </List>
      {openedCampaign && (
        <Suspense>
          <CampaignSheet campaign={openedCampaign} onClose={() => setOpenedCampaign(null)} />
        </Suspense>
      )}
    </>
  );
}

interface CampaignCard {
  readonly campaign: Campaign;
  /** First moment after the campaign. */
  readonly end: string;
}

/** Lists the running campaigns for products that this role may scan. */
export function campaignCards(
  campaigns: readonly Campaign[],
  categories: readonly TierProductCategory[],
  role: RoleId | undefined,
  { now, region }: RegionalClock,
): CampaignCard[] {
  if (role === undefined || campaigns.length === 0) return [];
  const allowedTypeIds = allowedTypes(categories, role);
  return listRunningCampaigns(campaigns, now, region).flatMap((campaign) => {
    const isForRole = categories.some(
      ({ type, tier_category }) =>
        allowedTypeIds.has(type) && isForType(campaign, type, tier_category),
    );
    const end = new Date(startOfDay(region, addDays(campaign.until, 1))).toISOString();
    return isForRole ? [{ campaign, end }] : [];
  });
}
