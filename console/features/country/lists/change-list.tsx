import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import * as v from 'valibot';
import type { ListField } from '#schemas/operator/setting-lists.ts';
import {
  type CountrySettings,
  type SettingChange,
  settingsCalls,
} from '#schemas/operator/settings-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import type { FormDraftId } from '#console/data/use-form-draft.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { settingQueries } from '../country-texts.ts';
import { valueOf } from '../setting-editors.tsx';
import { ChangeStart, isValidStart, useChangeNotice } from '../start-field.tsx';
import { initialLanguage, LanguageField } from './language-field.tsx';
import { type Problems, problemsOf } from './list-draft.ts';
import type { EditorProps } from './texts-field.tsx';

/** Edited values by setting. */
type Draft = Readonly<Partial<Record<ListField, unknown>>>;

/** Typed values, as stored in a draft. `problemsOf` validates the lists. */
const typedLists = v.object({
  lists: v.record(v.string(), v.unknown()),
  /**
   * Values before the change. The server compares them with the current values, so that a newer change by another
   * operator isn't overwritten.
   */
  before: v.record(v.string(), v.unknown()),
  startsOn: v.string(),
});

interface ChangeListProps {
  readonly draftId: FormDraftId;
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
export function ChangeList({
  title,
  note,
  region,
  today,
  fields,
  ...dialogProps
}: ChangeListProps) {
  const { t } = useLingui();
  const notify = useChangeNotice();
  // Refetching must not change the values that the operator sees.
  const [settings] = useState(dialogProps.settings);
  const [draft, setDraft] = useState<Draft>({});
  const [restoredBefore, setRestoredBefore] = useState<Draft>({});
  const [startsOn, setStartsOn] = useState(today);
  const [language, setLanguage] = useState(() => initialLanguage(region));
  const action = useOperatorAction(settingsCalls.changeSettings, { refetches: settingQueries });
  const beforeOf = (field: ListField) =>
    field in restoredBefore ? restoredBefore[field] : valueOf(settings, field);
  const currentOf = (field: ListField) => (field in draft ? draft[field] : beforeOf(field));
  const changes = fields
    .map((field) => ({
      field,
      before: JSON.stringify(beforeOf(field)),
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
    dialogProps.onClose();
  };
  return (
    <ActionDialog
      title={t`Change: ${title}`}
      description={t`A second person must approve the change. The current values apply until its start date.`}
      error={action.error}
      isBusy={action.isPending}
      isValid={isValid && changes.length > 0 && isValidStart(startsOn, today)}
      isEdited={changes.length > 0}
      submitLabel={<Trans>Change settings</Trans>}
      onSubmit={submit}
      onClose={dialogProps.onClose}
      draft={{
        ...{ ...dialogProps.draftId, schema: typedLists },
        read: () => ({
          lists: draft,
          before: Object.fromEntries(
            fields.filter((field) => field in draft).map((field) => [field, beforeOf(field)]),
          ),
          startsOn,
        }),
        restore: (values) => {
          setDraft(values.lists);
          setRestoredBefore(values.before);
          setStartsOn(values.startsOn);
        },
      }}
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
            dialogProps.children(field, {
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
