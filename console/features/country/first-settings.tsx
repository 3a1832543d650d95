import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { settingsCalls } from '#schemas/operator/settings-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { useFormDraft } from '#console/data/use-form-draft.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { countryText } from '#console/parts/country-and-time.ts';
import { settingName } from '#console/parts/setting-texts.ts';
import { MAX_WHY } from '#console/parts/why-dialog.tsx';
import { settingQueries } from './country-texts.ts';
import { fieldId, FieldProblems } from './field-problems.tsx';
import type { AllValues } from './first-values.ts';
import { FieldEditor, type SharedQuestions } from './lists/field-editor.tsx';
import { initialLanguage, LanguageField } from './lists/language-field.tsx';
import type { Problems } from './lists/list-draft.ts';
import { listGroups } from './lists/list-groups.ts';
import { SettingEditor } from './setting-editors.tsx';
import { settingGroups } from './setting-groups.ts';
import { firstFields, typedFirstValues, useFirstForm } from './use-first-form.ts';

const noProblems: Problems = new Set();
const WHY = 'why';

interface FirstSettingsProps {
  readonly region: RegionId;
  readonly sharedQuestions: SharedQuestions;
  /** Values to start with. */
  readonly start: AllValues;
  /** The `record` of the draft. It names the country, and the country whose values are copied if there is one. */
  readonly draftRecord: string;
}

/** Form for all settings of a country that doesn't have any yet, in sections. */
export function FirstSettings({ region, sharedQuestions, start, draftRecord }: FirstSettingsProps) {
  const { t, i18n } = useLingui();
  const router = useRouter();
  const country = countryText(i18n, region);
  const form = useFirstForm(start);
  const [why, setWhy] = useState('');
  const [showErrors, setShowErrors] = useState(false);
  const draft = useFormDraft({
    ...{ kind: 'first_settings', record: draftRecord, schema: typedFirstValues },
    read: () => ({ ...form.readChanges(), why }),
    restore: (values) => {
      form.restore(values);
      setWhy(values.why);
    },
  });
  const action = useOperatorAction(settingsCalls.createSettings, {
    refetches: settingQueries,
    draft,
  });
  const invalidFields = [
    ...firstFields.filter(form.isInvalid).map((field) => ({
      id: fieldId(field),
      name: settingName(i18n, field),
    })),
    ...(why.trim() === '' ? [{ id: fieldId(WHY), name: t`Why?` }] : []),
  ];
  const submit = async () => {
    setShowErrors(true);
    if (invalidFields.length > 0) return;
    await action.mutateAsync({ body: { region, settings: form.read(), why } });
    const message = t`${country} has settings now.`;
    showToast({ subject: 'country', tone: 'good', message });
    await router.navigate({ href: `/country?tab=settings&region=${region}`, ignoreBlocker: true });
  };
  return (
    <ActionForm
      label={t`First settings of ${country}`}
      draft={draft}
      error={action.error}
      isBusy={action.isPending}
      submitLabel={<Trans>Save the settings</Trans>}
      onSubmit={submit}
    >
      {showErrors && <FieldProblems fields={invalidFields} />}
      {settingGroups.map(({ id, title, fields }) => (
        <FieldSection key={id} title={i18n._(title)}>
          {fields.map((field) => (
            <div key={field} id={fieldId(field)}>
              <SettingEditor
                field={field}
                typedText={form.typedTexts[field]}
                showErrors={showErrors}
                onChange={(text) => form.type(field, text)}
              />
            </div>
          ))}
        </FieldSection>
      ))}
      <ListSection {...{ region, sharedQuestions, form, showErrors }} />
      <div id={fieldId(WHY)}>
        <TextAreaField
          label={t`Why?`}
          hint={t`Don’t write phone numbers, addresses or codes here.`}
          maxLength={MAX_WHY}
          value={why}
          error={
            showErrors && why.trim() === ''
              ? t`Say why. The reason is kept in the audit.`
              : undefined
          }
          onChange={({ target }) => setWhy(target.value)}
        />
      </div>
    </ActionForm>
  );
}

interface ListSectionProps {
  readonly region: RegionId;
  readonly sharedQuestions: SharedQuestions;
  readonly form: ReturnType<typeof useFirstForm>;
  readonly showErrors: boolean;
}

/** Texts and lists, in the chosen language. */
function ListSection({ region, sharedQuestions, form, showErrors }: ListSectionProps) {
  const { t, i18n } = useLingui();
  const [language, setLanguage] = useState(() => initialLanguage(region));
  return (
    <FieldSection title={t`Texts and lists`}>
      <LanguageField
        language={language}
        values={form.listValues}
        problems={showErrors ? [...form.problems.values()] : []}
        onChange={setLanguage}
      />
      {listGroups.map(({ id, title, fields }) => (
        <Fold
          key={id}
          title={i18n._(title)}
          isInvalid={showErrors && fields.some((field) => form.problems.get(field)?.size)}
        >
          {fields.map((field) => (
            <div key={field} id={fieldId(field)}>
              <FieldEditor
                {...{ field, sharedQuestions, language }}
                nextType={1}
                value={form.lists[field]}
                problems={(showErrors && form.problems.get(field)) || noProblems}
                onChange={(value) => form.setList(field, value)}
              />
            </div>
          ))}
        </Fold>
      ))}
    </FieldSection>
  );
}

function FieldSection({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section
      aria-label={title}
      className="grid min-w-0 gap-4 rounded-card bg-surface-raised p-4 card-rise"
    >
      <h2 className="font-semibold break-long">{title}</h2>
      {children}
    </section>
  );
}

interface FoldProps {
  readonly title: string;
  /** True if a field inside has an error. The fold is then open, so that the error is visible. */
  readonly isInvalid: boolean;
  readonly children: ReactNode;
}

/** Fields that are only rendered once they're expanded, because a country can have hundreds of them. */
function Fold({ title, isInvalid, children }: FoldProps) {
  const [isExpanded, setExpanded] = useState(false);
  const isOpen = isExpanded || isInvalid;
  return (
    <details
      open={isOpen}
      className="rounded-card border border-line px-4"
      onToggle={(event) => setExpanded(event.currentTarget.open)}
    >
      <summary className="flex min-h-12 cursor-pointer items-center font-semibold">{title}</summary>
      {isOpen && <div className="flex flex-col gap-4 pb-4">{children}</div>}
    </details>
  );
}
