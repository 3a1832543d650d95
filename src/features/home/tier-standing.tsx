import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { TierCategory } from '#schemas/product-type.ts';
import { tierBar, type TierProgress } from '#schemas/tier.ts';
import { useFormat } from '#src/data/words/format.ts';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import { useTierWords } from './use-tier-words.ts';

/** One tier: its name, the company's level, and how far the next one is. */
export function TierStanding({ tier }: { tier: TierProgress }) {
  const { t } = useLingui();
  const format = useFormat();
  const nameOf = useTierWords();
  const { level } = tier.tier_bracket;
  const bar = tierBar(tier);
  const name = nameOf(tier.tier_definition.tier_category satisfies TierCategory);
  return (
    <div>
      <ProgressBar
        label={name}
        value={bar?.percent ?? 100}
        countText={t`Level ${level}`}
        tone={bar ? 'brand' : 'good'}
      />
      <p className="mt-1.5 text-small text-ink-soft tnum">
        {bar ? (
          <Plural
            value={bar.missing}
            one="# more product to the next level"
            other="# more products to the next level"
          />
        ) : (
          <Trans>The highest level, with {format.number(tier.progress)} products</Trans>
        )}
      </p>
    </div>
  );
}
