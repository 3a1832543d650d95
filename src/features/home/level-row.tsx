import { Trans, useLingui } from '@lingui/react/macro';
import type { TierCategory } from '#schemas/product-type.ts';
import { nextBracket, bracketProgress, type TierProgress } from '#schemas/tier.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Blind } from '#src/ui/feedback/blind.tsx';
import { ListRow } from '#src/ui/lists/list.tsx';

interface LevelRowProps {
  tier: TierProgress;
  onPress?: () => void;
}

/** A tier's row: name, current level, and progress to the next level. */
export function LevelRow({ tier, onPress }: LevelRowProps) {
  const { t } = useLingui();
  const tierName = useTierName();
  const { level } = tier.tier_bracket;
  const progress = bracketProgress(tier);
  return (
    <ListRow
      thumbnail={<Blind progress={progress && progress.percent / 100} />}
      title={tierName(tier.tier_definition.tier_category satisfies TierCategory)}
      meta={<LevelProgress tier={tier} />}
      number={<span className="font-display font-semibold tnum">{t`Level ${level}`}</span>}
      onPress={onPress}
    />
  );
}

/** Progress to the next level, and that level's points per product. */
export function LevelProgress({ tier }: { tier: TierProgress }) {
  const { number, points } = useFormat();
  const nextLevel = nextBracket(tier);
  const count = number(tier.progress);
  if (!nextLevel) return <Trans>The highest level, with {count} products</Trans>;
  const all = number(nextLevel.from);
  const more = `+${points(nextLevel.points)}`;
  if (nextLevel.points === 0) {
    return (
      <Trans>
        {count} of {all}
      </Trans>
    );
  }
  return (
    <Trans>
      {count} of {all} products, then {more} each
    </Trans>
  );
}

/** Returns a function that names a tier category. */
export function useTierName(): (category: TierCategory) => string {
  const { t } = useLingui();
  return (category) => {
    switch (category) {
      case 1:
        return t`Wooden roof windows`;
      case 2:
        return t`Blinds`;
      case 3:
        return t`Plastic roof windows`;
      case 4:
        return t`Shutters`;
      case 5:
        return t`Awnings and insect screens`;
      case 6:
        return t`Flat-roof windows`;
      case 7:
        return t`Sun tunnels`;
      case 8:
        return t`Flashings`;
      case 9:
        return t`Smoke vents`;
      case 99:
        return t`Other products`;
    }
  };
}
