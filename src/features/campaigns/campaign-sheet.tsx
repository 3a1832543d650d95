import { Trans, useLingui } from '@lingui/react/macro';
import { addDays } from '#schemas/calendar-day.ts';
import type { Campaign } from '#schemas/campaign.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { useTierName } from '#src/features/home/exports.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';

interface CampaignSheetProps {
  campaign: Campaign;
  onClose: () => void;
}

/** Details of a campaign: its text, extra points, days, products and companies. */
export function CampaignSheet({ campaign, onClose }: CampaignSheetProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { from, until, grace_days, levels } = campaign;
  const level = levels?.join(', ');
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={textInLanguage(campaign.name_translated, i18n.locale)}
      description={textInLanguage(campaign.text_translated, i18n.locale)}
      closeLabel={t`Close`}
    >
      <DetailList
        items={[
          { term: t`Extra points`, detail: <Reward campaign={campaign} /> },
          { term: t`Scanned`, detail: `${format.day(from)} – ${format.day(until)}` },
          { term: t`Last day to send`, detail: format.day(addDays(until, grace_days)) },
          { term: t`Products`, detail: <CampaignProducts campaign={campaign} /> },
          {
            term: t`Companies`,
            detail: levels === null ? t`All companies` : t`Level ${level}`,
          },
        ]}
      />
    </Sheet>
  );
}

function Reward({ campaign: { reward } }: { campaign: Campaign }) {
  const { number, signedPoints } = useFormat();
  if (reward.kind === 'points') {
    const pointsText = signedPoints(reward.points);
    return <Trans>{pointsText} per product</Trans>;
  }
  const factor = number(reward.percent / 100);
  return <Trans>{factor} × the points</Trans>;
}

/** The tier categories and product types that qualify. */
function CampaignProducts({ campaign: { types, tier_categories } }: { campaign: Campaign }) {
  const tierName = useTierName();
  const productNames = useProductNames();
  if (types === null && tier_categories === null) return <Trans>All products</Trans>;
  return [
    ...(tier_categories ?? []).map((category) => tierName(category)),
    ...(types ?? []).map((type) => `${productNames.name(type)} ${type}`),
  ].join(', ');
}
