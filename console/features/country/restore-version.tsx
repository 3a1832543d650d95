import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import * as v from 'valibot';
import type { ResultOf } from '#schemas/api/call.ts';
import {
  type CountrySettings,
  POINTS_FIELD_PREFIX,
  type SettingChange,
  type SettingField,
  settingFields,
  settingsCalls,
} from '#schemas/operator/settings-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { settingChangeText, settingName } from '#console/parts/setting-texts.ts';
import { settingQueries } from './country-texts.ts';
import { valueOf } from './setting-editors.tsx';
import { isValidStart, StartField, useChangeNotice } from './start-field.tsx';

export type Version = ResultOf<typeof settingsCalls.listSettingsVersions>['data'][number];
/** Settings and points are changed by different actions. */
type Part = 'settings' | 'points';
/** The values that a version set, or those that it replaced. */
type Side = 'value' | 'before';

interface RestoreVersionProps {
  readonly region: RegionId;
  readonly version: Version;
  readonly onClose: () => void;
}

/** Lets the operator plan a new version that restores an earlier version's values, or the values that it replaced. */
export function RestoreVersion(props: RestoreVersionProps) {
  const { t } = useLingui();
  const query = useOperatorQuery(
    settingsCalls.readCountrySettings,
    { query: { region: props.region } },
    { fresh: 'queue' },
  );
  return (
    <RecordQuery label={t`Loading the settings`} query={query}>
      {({ settings, today }) =>
        settings && <RestoreDialog {...props} settings={settings} today={today} />
      }
    </RecordQuery>
  );
}

interface RestoreDialogProps extends RestoreVersionProps {
  readonly settings: CountrySettings;
  readonly today: string;
}

function RestoreDialog({
  region,
  version,
  today,
  onClose,
  settings: initialSettings,
}: RestoreDialogProps) {
  const { t, i18n } = useLingui();
  const notify = useChangeNotice();
  // Refetching must not change the values that the operator sees.
  const [settings] = useState(initialSettings);
  const [side, setSide] = useState<Side>(() =>
    restoringChanges(settings, version, 'value').length > 0 ? 'value' : 'before',
  );
  const parts = [...new Set(version.changes.map(({ field }) => partOf(field)))];
  const [part, setPart] = useState(parts[0] ?? 'settings');
  const [startsOn, setStartsOn] = useState(today);
  const options = { refetches: settingQueries };
  const settingsAction = useOperatorAction(settingsCalls.changeSettings, options);
  const pointsAction = useOperatorAction(settingsCalls.changeProductValues, options);
  const action = part === 'settings' ? settingsAction : pointsAction;
  const allChanges = restoringChanges(settings, version, side).filter(
    ({ field }) => partOf(field) === part,
  );
  const changes = allChanges.filter(isAccepted);
  const keptNames = allChanges
    .filter((change) => !isAccepted(change))
    .map(({ field }) => settingName(i18n, field))
    .join(', ');
  const error = changes.length === 0 ? t`There is nothing to restore.` : undefined;
  const submit = async (why: string) => {
    const body = { region, starts_on: startsOn, why };
    const { approval } =
      part === 'settings'
        ? await settingsAction.mutateAsync({ body: { ...body, changes: toSettings(changes) } })
        : await pointsAction.mutateAsync({ body: { ...body, values: toPoints(changes) } });
    notify(approval, startsOn, today);
    onClose();
  };
  return (
    <ActionDialog
      title={t`Restore a version`}
      description={t`The values become a new version. A second person must approve the change.`}
      error={action.error}
      isBusy={action.isPending}
      isValid={error === undefined && isValidStart(startsOn, today)}
      submitLabel={<Trans>Restore</Trans>}
      onSubmit={submit}
      onClose={onClose}
    >
      {(showErrors) => (
        <>
          {parts.length > 1 && (
            <SelectField
              label={t`Part`}
              options={[
                { value: 'settings', label: t`Settings` },
                { value: 'points', label: t`Points for products` },
              ]}
              value={part}
              onChange={({ target }) => setPart(target.value === 'points' ? 'points' : 'settings')}
            />
          )}
          <SelectField
            label={t`Values to restore`}
            options={[
              { value: 'value', label: t`Values of this version` },
              { value: 'before', label: t`Values before this version` },
            ]}
            value={side}
            error={showErrors ? error : undefined}
            onChange={({ target }) => setSide(target.value === 'before' ? 'before' : 'value')}
          />
          <ul aria-label={t`Changes`} className="grid gap-1 text-small">
            {changes.map((change) => (
              <li key={change.field} className="break-long whitespace-pre-line">
                {settingChangeText(i18n, change)}
              </li>
            ))}
          </ul>
          {keptNames !== '' && (
            <p className="text-small">
              <Trans>
                Not restored, because the console doesn’t accept the values: {keptNames}
              </Trans>
            </p>
          )}
          <StartField
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

interface RestoringChange {
  readonly field: string;
  /** Current value. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns the changes that restore a version's values. Leaves out values that are already current. */
function restoringChanges(
  settings: CountrySettings,
  version: Version,
  side: Side,
): RestoringChange[] {
  return version.changes
    .map((change) => ({
      field: change.field,
      // Safe: `valueOf` follows any path in the settings.
      before: valueOf(settings, change.field as SettingField),
      after: change[side] ?? null,
    }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

const partOf = (field: string): Part =>
  field.startsWith(POINTS_FIELD_PREFIX) ? 'points' : 'settings';

/** True if the console accepts the value. */
function isAccepted({ field, after }: RestoringChange): boolean {
  if (partOf(field) === 'points') return v.is(v.nullable(v.number()), after);
  const schema = new Map<string, v.GenericSchema>(Object.entries(settingFields)).get(field);
  return schema !== undefined && v.is(schema, after);
}

const toSettings = (changes: readonly RestoringChange[]) =>
  // Safe: `isAccepted` has validated the values.
  changes.map(({ field, before, after }) => ({
    ...{ field, before: JSON.stringify(before), value: after },
  })) as SettingChange[];

const toPoints = (changes: readonly RestoringChange[]) =>
  changes.map(({ field, before, after }) => ({
    type: field.slice(POINTS_FIELD_PREFIX.length),
    // Safe: a type's current points are a number or null, and `isAccepted` has validated the restored ones.
    before: before as number | null,
    points: after as number | null,
  }));
