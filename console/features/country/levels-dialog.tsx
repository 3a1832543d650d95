import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import * as v from 'valibot';
import type { ResultOf } from '#schemas/api/call.ts';
import { tierCalls } from '#schemas/operator/tier-calls.ts';
import type { TierCategory } from '#schemas/product-type.ts';
import type { RegionId } from '#schemas/regions.ts';
import { tierLevels } from '#schemas/tier.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { useBaseValues } from '#console/parts/use-base-values.ts';
import { useChangeNotice } from './start-field.tsx';

export type Tier = ResultOf<typeof tierCalls.listTierLadders>['data'][number];
export type Levels = Tier['ladders'][number]['levels'];

/** Returns the levels that apply in a year. */
export const levelsIn = (ladders: Tier['ladders'], year: number): Levels =>
  ladders.findLast((ladder) => ladder.from_year <= year)?.levels ?? [];

/** Formats levels as text for the field. */
const toText = (levels: Levels) => levels.map(({ from, points }) => `${from} ${points}`).join('\n');

interface ChangeLevelsProps {
  readonly region: RegionId;
  /** The current year. */
  readonly year: number;
  readonly tier: Tier;
  /** Earlier levels that the dialog starts with; null to start with the current ones. */
  readonly restored: Levels | null;
  /** True to correct the first levels, which apply from the current year on. */
  readonly isCorrection?: boolean;
  readonly onClose: () => void;
}

/** Changes the levels of a category from next year on, or corrects its first levels from this year on. */
export function ChangeLevels({
  year,
  tier,
  restored: restoredLevels,
  isCorrection = false,
  ...dialogProps
}: ChangeLevelsProps) {
  const { t } = useLingui();
  const startYear = isCorrection ? year : year + 1;
  const before = toText(levelsIn(tier.ladders, startYear));
  const category = tier.tier_category;
  return (
    <LevelsDialog
      {...dialogProps}
      title={t`Levels of category ${category} from ${String(startYear)} on`}
      description={
        isCorrection
          ? t`A second person must approve the correction. It’s possible until a company has a product in the category this year.`
          : t`A second person must approve the change. This year and past years keep their levels.`
      }
      submitLabel={<Trans>Change the levels</Trans>}
      start={{ category, year: startYear, version: tier.next_version }}
      startsNow={isCorrection}
      before={before}
      initial={restoredLevels ? toText(restoredLevels) : before}
    />
  );
}

interface FirstLevelsProps extends Omit<ChangeLevelsProps, 'tier' | 'restored' | 'isCorrection'> {
  /** Categories without levels. */
  readonly categories: readonly TierCategory[];
}

/** Sets the first levels of a category, from this year or from next year on. */
export function FirstLevels({ year, categories, ...dialogProps }: FirstLevelsProps) {
  const { t } = useLingui();
  // Refetching must not change the choices.
  const [choices] = useState(categories);
  const [category, setCategory] = useState(choices[0] ?? 1);
  const [startYear, setStartYear] = useState(year);
  return (
    <LevelsDialog
      {...dialogProps}
      title={t`Add levels`}
      description={t`The first levels of a category. If they start this year and the country has no companies, they need no second person.`}
      submitLabel={<Trans>Add the levels</Trans>}
      start={{ category, year: startYear, version: null }}
      startsNow={startYear === year}
      before=""
      initial=""
    >
      <SelectField
        label={t`Tier category`}
        options={choices.map((value) => ({ value: String(value), label: String(value) }))}
        value={String(category)}
        onChange={({ target }) =>
          setCategory(choices.find((value) => String(value) === target.value) ?? category)
        }
      />
      <SelectField
        label={t`First year`}
        hint={t`If companies have products in the category this year, its levels start next year.`}
        options={[year, year + 1].map((value) => ({ value: String(value), label: String(value) }))}
        value={String(startYear)}
        onChange={({ target }) => setStartYear(Number(target.value))}
      />
    </LevelsDialog>
  );
}

interface LevelsDialogProps {
  readonly region: RegionId;
  readonly title: string;
  readonly description: string;
  readonly submitLabel: ReactNode;
  /** The category, the first year with the new levels, and the current version of next year's levels. */
  readonly start: {
    readonly category: TierCategory;
    readonly year: number;
    readonly version: string | null;
  };
  /** True if the levels start in the current year. */
  readonly startsNow: boolean;
  /** Latest levels before the change, as text. */
  readonly before: string;
  /** Text that the field starts with. */
  readonly initial: string;
  readonly onClose: () => void;
  /** Fields above the levels. */
  readonly children?: ReactNode;
}

function LevelsDialog({ region, start, initial, ...dialogProps }: LevelsDialogProps) {
  const { t } = useLingui();
  const notify = useChangeNotice();
  const [typedLevels, setTypedLevels] = useState(initial);
  const action = useOperatorAction(tierCalls.changeTierLadder, {
    refetches: ['listTierLadders', 'readLaunchChecklist', 'listApprovals', 'listAudit'],
  });
  const { base, isReloaded } = useBaseValues(
    { version: start.version, before: dialogProps.before },
    action.error,
  );
  const levels = parseLevels(typedLevels);
  const error =
    levels === null
      ? t`Write two whole numbers on each line. The first line starts at 0, and each following line starts higher.`
      : typedLevels === base.before
        ? t`You haven’t changed anything yet.`
        : undefined;
  const submit = async (why: string) => {
    if (levels === null) return;
    const { category: tier_category, year } = start;
    const { approval } = await action.mutateAsync({
      body: { region, tier_category, year, levels, next_version: base.version, why },
    });
    const firstDay = `${year}-01-01`;
    notify(approval, firstDay, dialogProps.startsNow ? firstDay : '');
    dialogProps.onClose();
  };
  return (
    <ActionDialog
      title={dialogProps.title}
      description={dialogProps.description}
      error={action.error}
      isBusy={action.isPending}
      isValid={error === undefined}
      submitLabel={dialogProps.submitLabel}
      onSubmit={submit}
      onClose={dialogProps.onClose}
    >
      {(showErrors) => (
        <>
          {dialogProps.children}
          <TextAreaField
            label={t`Levels`}
            hint={t`One line for each level: the number of products in the year at which it starts, then its extra points. The first line starts at 0, such as “0 0” and then “10 50”.`}
            rows={6}
            value={typedLevels}
            error={showErrors ? error : undefined}
            onChange={({ target }) => setTypedLevels(target.value)}
          />
          {isReloaded && (
            <p role="status" className="text-small whitespace-pre-line">
              <Trans>The levels are now:</Trans>
              {`\n${base.before}`}
            </p>
          )}
        </>
      )}
    </ActionDialog>
  );
}

/** Parses levels from lines such as `10 5`; null if they are invalid. */
function parseLevels(input: string): v.InferOutput<typeof tierLevels> | null {
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
