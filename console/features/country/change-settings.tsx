import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import {
  type CountrySettings,
  type SettingChange,
  settingsCalls,
} from '#schemas/operator/settings-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { settingQueries } from './country-texts.ts';
import {
  type PlainField,
  parseFieldText,
  SettingEditor,
  toFieldText,
  valueOf,
} from './setting-editors.tsx';
import { ChangeStart, isValidStart, useChangeNotice } from './start-field.tsx';

interface ChangeSettingsProps {
  readonly title: string;
  readonly region: RegionId;
  /** Values when the dialog was opened; the server rejects the change if someone else has changed them. */
  readonly settings: CountrySettings;
  readonly today: string;
  readonly fields: readonly PlainField[];
  readonly onClose: () => void;
}

/** Changes settings from a given day. Sends only changed fields. */
export function ChangeSettings({
  title,
  region,
  today,
  fields,
  onClose,
  settings: initialSettings,
}: ChangeSettingsProps) {
  const { t } = useLingui();
  const notify = useChangeNotice();
  // Refetching must not change the values that the operator sees.
  const [settings] = useState(initialSettings);
  const [typedValues, setTypedValues] = useState<Partial<Record<PlainField, string>>>({});
  const [startsOn, setStartsOn] = useState(today);
  const action = useOperatorAction(settingsCalls.changeSettings, { refetches: settingQueries });
  const textOf = (field: PlainField) => typedValues[field] ?? toFieldText(valueOf(settings, field));
  const changes = changesOf(settings, fields, textOf);
  const isComplete = changes !== null && changes.length > 0;
  const submit = async (why: string) => {
    if (changes === null) return;
    const body = { region, changes: [...changes], starts_on: startsOn, why };
    const { approval } = await action.mutateAsync({ body });
    notify(approval, startsOn, today);
    onClose();
  };
  return (
    <ActionDialog
      title={t`Change: ${title}`}
      description={t`A second person must approve the change. The current values apply until its start date.`}
      error={action.error}
      isBusy={action.isPending}
      isValid={isComplete && isValidStart(startsOn, today)}
      submitLabel={<Trans>Change settings</Trans>}
      onSubmit={submit}
      onClose={onClose}
    >
      {(showErrors) => (
        <>
          {fields.map((field) => (
            <SettingEditor
              key={field}
              field={field}
              typedText={textOf(field)}
              showErrors={showErrors}
              onChange={(text) => setTypedValues({ ...typedValues, [field]: text })}
            />
          ))}
          <ChangeStart
            isChanged={changes?.length !== 0}
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

/** Returns the changed fields; null if a new value is invalid. */
function changesOf(
  settings: CountrySettings,
  fields: readonly PlainField[],
  textOf: (field: PlainField) => string,
): readonly SettingChange[] | null {
  const changes: SettingChange[] = [];
  for (const field of fields) {
    const before = valueOf(settings, field);
    if (textOf(field) === toFieldText(before)) continue;
    const parsedValue = parseFieldText(field, textOf(field));
    if (parsedValue === undefined) return null;
    // The cast is safe, because `parseFieldText` has validated the value for this field.
    changes.push({
      field,
      before: JSON.stringify(before),
      value: parsedValue.value,
    } as SettingChange);
  }
  return changes;
}
