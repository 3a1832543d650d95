import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { settingsCalls } from '#schemas/operator/settings-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { settingQueries } from './country-texts.ts';
import { ChangeStart, isValidStart, useChangeNotice } from './start-field.tsx';

/** Parses typed points. Returns null if the text is empty, and undefined if it isn't a whole number. */
export function parsePoints(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

interface FirstPointsProps {
  readonly region: RegionId;
  readonly today: string;
  /** Product types without points. */
  readonly types: readonly string[];
  readonly onClose: () => void;
}

/** Sets the points of all product types in a country where no product type has points yet. */
export function FirstPoints({ region, today, types, onClose }: FirstPointsProps) {
  const { t } = useLingui();
  const notify = useChangeNotice();
  const [typedPoints, setTypedPoints] = useState<Readonly<Record<string, string>>>({});
  const [startsOn, setStartsOn] = useState(today);
  const action = useOperatorAction(settingsCalls.changeProductValues, {
    refetches: settingQueries,
  });
  const pointsOf = (type: string) => parsePoints(typedPoints[type] ?? '');
  const values = types.flatMap((type) => {
    const points = pointsOf(type);
    return typeof points === 'number' ? [{ type, before: null, points }] : [];
  });
  const isValid = types.every((type) => pointsOf(type) !== undefined);
  const submit = async (why: string) => {
    const { approval } = await action.mutateAsync({
      body: { region, values, starts_on: startsOn, why },
    });
    notify(approval, startsOn, today);
    onClose();
  };
  return (
    <ActionDialog
      title={t`Set the first points`}
      description={t`Points for one product of each type. If they start today and the country has no companies, they need no second person.`}
      error={action.error}
      isBusy={action.isPending}
      isValid={isValid && values.length > 0 && isValidStart(startsOn, today)}
      submitLabel={<Trans>Set the points</Trans>}
      onSubmit={submit}
      onClose={onClose}
    >
      {(showErrors) => (
        <>
          <div className="grid grid-cols-2 gap-3">
            {types.map((type) => (
              <TextField
                key={type}
                label={type}
                inputMode="numeric"
                autoComplete="off"
                value={typedPoints[type] ?? ''}
                error={
                  showErrors && pointsOf(type) === undefined ? t`Enter a whole number.` : undefined
                }
                onChange={({ target }) => setTypedPoints({ ...typedPoints, [type]: target.value })}
              />
            ))}
          </div>
          <ChangeStart
            isChanged={values.length > 0}
            today={today}
            value={startsOn}
            showErrors={showErrors}
            onChange={setStartsOn}
          />
        </>
      )}
    </ActionDialog>
  );
}
