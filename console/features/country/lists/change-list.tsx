import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import {
  type CatalogueLanguage,
  catalogueLanguages,
  regionLanguage,
  sourceLanguage,
} from '#schemas/languages.ts';
import type { ListField } from '#schemas/operator/setting-lists.ts';
import {
  type CountrySettings,
  type SettingChange,
  settingsCalls,
} from '#schemas/operator/settings-calls.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { languageName } from '#console/parts/language-text.ts';
import { settingReads } from '../country-texts.ts';
import { valueOf } from '../setting-editors.tsx';
import { ChangeStart, isStart, useChangeNotice } from '../start-field.tsx';
import { problemLanguages, type Problems, problemsOf, usesLanguage } from './list-draft.ts';
import type { EditorProps } from './texts-field.tsx';

/** Edited values by setting. */
type Draft = Readonly<Partial<Record<ListField, unknown>>>;

interface ChangeListProps {
  readonly title: string;
  /** Explains the effect on data that refers to a changed entry. */
  readonly note: string;
  readonly region: RegionId;
  /** Values when the dialog was opened; the server rejects the change if someone else has changed them. */
  readonly settings: CountrySettings;
  readonly today: string;
  readonly fields: readonly ListField[];
  readonly onClose: () => void;
  /** Renders the control of a setting. */
  readonly children: (field: ListField, props: EditorProps<unknown>) => ReactNode;
}

const noProblems: Problems = new Set();

/** Changes texts and lists from a given day. Sends only changed settings. */
export function ChangeList({ title, note, region, today, fields, ...rest }: ChangeListProps) {
  const { t } = useLingui();
  const notify = useChangeNotice();
  // Refetching must not change the values that the operator sees.
  const [settings] = useState(rest.settings);
  const [draft, setDraft] = useState<Draft>({});
  const [startsOn, setStartsOn] = useState(today);
  const [language, setLanguage] = useState(() => initialLanguage(region));
  const action = useOperatorAction(settingsCalls.changeSettings, { changes: settingReads });
  const currentOf = (field: ListField) =>
    field in draft ? draft[field] : valueOf(settings, field);
  const changes = fields
    .map((field) => ({
      field,
      before: JSON.stringify(valueOf(settings, field)),
      value: currentOf(field),
    }))
    .filter(({ before, value }) => JSON.stringify(value) !== before);
  const problems = new Map(fields.map((field) => [field, problemsOf(field, currentOf(field))]));
  const isValid = changes.every(({ field }) => problems.get(field)?.size === 0);
  const submit = async (why: string) => {
    // The cast is safe, because `problemsOf` has validated the values.
    const body = { region, changes: changes as SettingChange[], starts_on: startsOn, why };
    const { approval } = await action.mutateAsync({ body });
    notify(approval, startsOn, today);
    rest.onClose();
  };
  return (
    <ActionDialog
      title={t`Change: ${title}`}
      description={t`A second person must approve it. Until its first day, the present values are valid.`}
      error={action.error}
      isBusy={action.isPending}
      isValid={isValid && changes.length > 0 && isStart(startsOn, today)}
      isEdited={changes.length > 0}
      submitLabel={<Trans>Change settings</Trans>}
      onSubmit={submit}
      onClose={rest.onClose}
    >
      {(showErrors) => (
        <>
          <p className="text-small text-ink-soft">{note}</p>
          {fields.some((field) => field !== 'regional.links') && (
            <LanguageField
              language={language}
              values={fields.map(currentOf)}
              problems={showErrors ? [...problems.values()] : []}
              onChange={setLanguage}
            />
          )}
          {fields.map((field) =>
            rest.children(field, {
              value: currentOf(field),
              onChange: (value) => setDraft((before) => ({ ...before, [field]: value })),
              language,
              problems: (showErrors && problems.get(field)) || noProblems,
            }),
          )}
          <ChangeStart
            isChanged={changes.length > 0}
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

/** The country's language, or Polish if that is English. */
function initialLanguage(region: RegionId): CatalogueLanguage {
  const regionLanguageCode = catalogueLanguages.find(
    (code) => code === regionLanguage(regionCodeOf(region)),
  );
  return regionLanguageCode === undefined || regionLanguageCode === sourceLanguage
    ? 'pl'
    : regionLanguageCode;
}

interface LanguageFieldProps {
  readonly language: CatalogueLanguage;
  readonly values: readonly unknown[];
  /** Invalid parts of each setting, once errors are shown. */
  readonly problems: readonly Problems[];
  readonly onChange: (language: CatalogueLanguage) => void;
}

/** Chooses the language to edit next to English, and lists other languages with errors. */
function LanguageField({ language, values, problems, onChange }: LanguageFieldProps) {
  const { t, i18n } = useLingui();
  const others = catalogueLanguages.filter((code) => code !== sourceLanguage);
  const missingLanguages = new Set(
    problems
      .flatMap(problemLanguages)
      .filter((code) => code !== sourceLanguage && code !== language),
  );
  const names = [...missingLanguages].map((code) => languageName(code, i18n.locale)).join(', ');
  return (
    <SelectField
      label={t`Another language`}
      hint={t`Installers see English where their language is empty.`}
      error={names === '' ? undefined : t`A text isn’t accepted in: ${names}`}
      value={language}
      options={others.map((value) => {
        const name = languageName(value, i18n.locale);
        return {
          value,
          label: values.some((each) => usesLanguage(each, value)) ? name : t`${name} (empty)`,
        };
      })}
      onChange={({ target }) => onChange(others.find((code) => code === target.value) ?? language)}
    />
  );
}
