import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import * as v from 'valibot';
import type { ResultOf } from '#schemas/api/call.ts';
import { tierCalls } from '#schemas/operator/tier-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { tierLevels } from '#schemas/tier.ts';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { SmallActionButton } from '#console/parts/action-button.tsx';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { rowButtonClass } from './country-texts.ts';
import { useChangeNotice } from './start-field.tsx';

type Tier = ResultOf<typeof tierCalls.listTierLadders>['data'][number];
type Levels = Tier['ladders'][number]['levels'];

interface TiersTabProps {
  readonly region: RegionId;
  readonly canEdit: boolean;
}

/** Levels of each tier category: past years, this year and next year. */
export function TiersTab({ region, canEdit }: TiersTabProps) {
  const { t, i18n } = useLingui();
  const [openedTier, setOpenedTier] = useState<Tier | null>(null);
  const query = useOperatorQuery(
    tierCalls.listTierLadders,
    { query: { region } },
    { fresh: 'queue' },
  );
  return (
    <RecordQuery label={t`Loading the list`} query={query}>
      {({ data, year }) => (
        <>
          <p className="mb-3 text-small text-ink-soft">
            <Trans>
              Companies keep the levels of past years. Only the next year can be changed.
            </Trans>
          </p>
          <RowsTable
            label={t`Levels`}
            rows={data}
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
                cell: ({ ladders }) => <PastLadders ladders={ladders} year={year} />,
              },
              ...[year, year + 1].map((levelYear) => ({
                id: String(levelYear),
                header: String(levelYear),
                cell: ({ ladders }: Tier) => (
                  <LevelLines text={levelsText(i18n, levelsIn(ladders, levelYear))} />
                ),
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
                          onClick={() => setOpenedTier(tier)}
                        >
                          <Trans context="action">Change</Trans>
                        </SmallActionButton>
                      ),
                    },
                  ]
                : []),
            ]}
          />
          {openedTier && (
            <ChangeLevels
              key={openedTier.tier_category}
              {...{ region, year: year + 1, tier: openedTier }}
              onClose={() => setOpenedTier(null)}
            />
          )}
        </>
      )}
    </RecordQuery>
  );
}

/** The levels that apply in a year. */
const levelsIn = (ladders: Tier['ladders'], year: number): Levels =>
  ladders.findLast((ladder) => ladder.from_year <= year)?.levels ?? [];

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

/** Levels that were replaced before this year, latest first. */
function PastLadders({ ladders, year }: Pick<Tier, 'ladders'> & { readonly year: number }) {
  const { i18n } = useLingui();
  const past = ladders.filter(
    ({ from_year: from }, index) =>
      from < year && (ladders[index + 1]?.from_year ?? Infinity) <= year,
  );
  if (past.length === 0) return '–';
  return (
    <ul className="grid gap-2">
      {past.toReversed().map(({ from_year: from, levels }) => (
        <li key={from}>
          {from > 0 && <span className="block text-ink-soft">{from}</span>}
          <LevelLines text={levelsText(i18n, levels)} />
        </li>
      ))}
    </ul>
  );
}

interface ChangeLevelsProps {
  readonly region: RegionId;
  readonly year: number;
  readonly tier: Tier;
  readonly onClose: () => void;
}

/** Changes the levels of a category from next year on. */
function ChangeLevels({ region, year, tier, onClose }: ChangeLevelsProps) {
  const { t } = useLingui();
  const notify = useChangeNotice();
  const before = levelsIn(tier.ladders, year)
    .map(({ from, points }) => `${from} ${points}`)
    .join('\n');
  const [typedLevels, setTypedLevels] = useState(before);
  const action = useOperatorAction(tierCalls.changeTierLadder, {
    changes: ['listTierLadders', 'listApprovals', 'listAudit'],
  });
  const levels = readLevels(typedLevels);
  const isSame = typedLevels === before;
  const error =
    levels === null
      ? t`Write two whole numbers in each line. The first line starts at 0, and each next one later.`
      : isSame
        ? t`Nothing is changed yet.`
        : undefined;
  const submit = async (why: string) => {
    if (levels === null) return;
    const { tier_category, next_version } = tier;
    const { approval } = await action.mutateAsync({
      body: { region, tier_category, year, levels, next_version, why },
    });
    notify(approval, `${year}-01-01`, '');
    onClose();
  };
  const category = tier.tier_category;
  return (
    <ActionDialog
      title={t`Levels of category ${category} from ${String(year)} on`}
      description={t`A second person must approve it. This year and past years keep their levels.`}
      error={action.error}
      isBusy={action.isPending}
      isValid={error === undefined}
      submitLabel={<Trans>Change the levels</Trans>}
      onSubmit={submit}
      onClose={onClose}
    >
      {(showErrors) => (
        <TextAreaField
          label={t`Levels`}
          hint={t`One line for each level: the products of the year from which it applies, then its extra points.`}
          rows={6}
          value={typedLevels}
          error={showErrors ? error : undefined}
          onChange={({ target }) => setTypedLevels(target.value)}
        />
      )}
    </ActionDialog>
  );
}

/** Parses levels from lines such as `10 5`; null if they are invalid. */
function readLevels(input: string): v.InferOutput<typeof tierLevels> | null {
  const lines = input.split('\n').filter((line) => line.trim() !== '');
  const levels = lines.map((line) => {
    const [from, points, ...others] = line.trim().split(/\s+/);
    const isNumber = (text = '') => /^\d{1,6}$/.test(text) && others.length === 0;
    return isNumber(from) && isNumber(points)
      ? { from: Number(from), points: Number(points) }
      : null;
  });
  const result = v.safeParse(tierLevels, levels);
  return result.success ? result.output : null;
}
