import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { tierCalls } from '#schemas/operator/tier-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { tierCategory } from '#schemas/product-type.ts';
import { classNames } from '#src/ui/class-names.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActionButton, SmallActionButton } from '#console/parts/action-button.tsx';
import { EmptyPart } from '#console/parts/record/record-page.tsx';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { rowButtonClass } from './country-texts.ts';
import { ChangeLevels, FirstLevels, levelsIn, type Levels, type Tier } from './levels-dialog.tsx';

interface TiersTabProps {
  readonly region: RegionId;
  readonly canEdit: boolean;
}

/** The tier whose levels are being changed, and the earlier levels that the dialog starts with, if any. */
interface OpenLevels {
  readonly tier: Tier;
  readonly restored: Levels | null;
  readonly isCorrection?: boolean;
}

/** Levels of each tier category: past years, this year and next year. */
export function TiersTab({ region, canEdit }: TiersTabProps) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<OpenLevels | 'first' | null>(null);
  const query = useOperatorQuery(
    tierCalls.listTierLadders,
    { query: { region } },
    { fresh: 'queue' },
  );
  return (
    <RecordQuery label={t`Loading the list`} query={query}>
      {({ data, year }) => {
        const missing = tierCategory.options.filter((category) =>
          data.every(({ tier_category }) => tier_category !== category),
        );
        const dialogProps = { region, year, onClose: () => setOpened(null) };
        return (
          <>
            <div className="mb-3 flex flex-wrap items-center gap-3">
              <p className="min-w-0 flex-1 basis-80 text-small text-ink-soft">
                <Trans>
                  Companies keep the levels of past years. This year’s levels can’t be changed, but
                  a category without levels can get its first ones. They can be corrected until a
                  company has a product in the category.
                </Trans>
              </p>
              {canEdit && missing.length > 0 && (
                <ActionButton variant="secondary" onClick={() => setOpened('first')}>
                  <Trans>Add levels</Trans>
                </ActionButton>
              )}
            </div>
            {data.length === 0 ? (
              <EmptyPart>
                <Trans>The country has no levels yet.</Trans>
              </EmptyPart>
            ) : (
              <LevelsTable tiers={data} year={year} canEdit={canEdit} onOpen={setOpened} />
            )}
            {opened === 'first' ? (
              <FirstLevels {...dialogProps} categories={missing} />
            ) : (
              opened && (
                <ChangeLevels
                  {...dialogProps}
                  {...opened}
                  tier={
                    data.find((tier) => tier.tier_category === opened.tier.tier_category) ??
                    opened.tier
                  }
                />
              )
            )}
          </>
        );
      }}
    </RecordQuery>
  );
}

interface LevelsTableProps {
  readonly tiers: readonly Tier[];
  readonly year: number;
  readonly canEdit: boolean;
  readonly onOpen: (levels: OpenLevels) => void;
}

function LevelsTable({ tiers, year, canEdit, onOpen }: LevelsTableProps) {
  const { t, i18n } = useLingui();
  /** Returns a button that restores these levels for next year, or null if they will apply then anyway. */
  const restoreButton = (tier: Tier, levels: Levels, since: number | string) => {
    const isSame = JSON.stringify(levels) === JSON.stringify(levelsIn(tier.ladders, year + 1));
    if (!canEdit || isSame || levels.length === 0) return null;
    const category = tier.tier_category;
    return (
      <SmallActionButton
        aria-label={t`Restore the levels of category ${category} from ${String(since)}`}
        className={classNames(rowButtonClass, 'block')}
        onClick={() => onOpen({ tier, restored: levels })}
      >
        <Trans>Restore</Trans>
      </SmallActionButton>
    );
  };
  return (
    <RowsTable
      label={t`Levels`}
      rows={tiers}
      rowId={({ tier_category: category }) => String(category)}
      columns={[
        {
          id: 'category',
          header: t`Tier category`,
          cell: ({ tier_category: category }) => category,
        },
        {
          id: 'past',
          header: t`Past years`,
          cell: (tier) => (
            <PastLadders ladders={tier.ladders} year={year}>
              {(past) => restoreButton(tier, past.levels, past.from_year || t`the first year`)}
            </PastLadders>
          ),
        },
        ...[year, year + 1].map((levelYear) => ({
          id: String(levelYear),
          header: String(levelYear),
          cell: (tier: Tier) => {
            const levels = levelsIn(tier.ladders, levelYear);
            return (
              <>
                <LevelLines text={levelsText(i18n, levels)} />
                {restoreButton(tier, levels, levelYear)}
                {canEdit && levelYear === year && tier.is_correctable && (
                  <SmallActionButton
                    aria-label={t`Correct the levels of category ${tier.tier_category}`}
                    className={classNames(rowButtonClass, 'block')}
                    onClick={() => onOpen({ tier, restored: null, isCorrection: true })}
                  >
                    <Trans>Correct</Trans>
                  </SmallActionButton>
                )}
              </>
            );
          },
        })),
        ...(canEdit
          ? [
              {
                id: 'change',
                header: t`Action`,
                cell: (tier: Tier) => (
                  <SmallActionButton
                    aria-label={t`Change the levels of category ${tier.tier_category}`}
                    className={rowButtonClass}
                    onClick={() => onOpen({ tier, restored: null })}
                  >
                    <Trans context="action">Change</Trans>
                  </SmallActionButton>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

const levelsText = (i18n: I18n, levels: Levels) =>
  levels
    .map(({ from, points }) => {
      const [first, extra] = [i18n.number(from), i18n.number(points)];
      return i18n._(msg`from ${first}: +${extra}`);
    })
    .join('\n');

const LevelLines = ({ text }: { text: string }) => (
  <span className="whitespace-pre-line">{text || '–'}</span>
);

/** Levels of past years that no longer apply this year, latest first. */
function PastLadders({
  ladders,
  year,
  children,
}: Pick<Tier, 'ladders'> & {
  readonly year: number;
  readonly children: (ladder: Tier['ladders'][number]) => ReactNode;
}) {
  const { i18n } = useLingui();
  const pastLadders = ladders.filter(
    ({ from_year: from }, index) =>
      from < year && (ladders[index + 1]?.from_year ?? Infinity) <= year,
  );
  if (pastLadders.length === 0) return '–';
  return (
    <ul className="grid gap-2">
      {pastLadders.toReversed().map((ladder) => (
        <li key={ladder.from_year}>
          {ladder.from_year > 0 && <span className="block text-ink-soft">{ladder.from_year}</span>}
          <LevelLines text={levelsText(i18n, ladder.levels)} />
          {children(ladder)}
        </li>
      ))}
    </ul>
  );
}
