import { useLingui } from '@lingui/react/macro';
import type { ResultOf } from '#schemas/api/call.ts';
import type { RegionalSettings, RejectionReason } from '#schemas/configuration.ts';
import { countryLinkIds, type CountryLinks, MAX_LINK } from '#schemas/country-links.ts';
import { type ListField, MAX_LABEL } from '#schemas/operator/setting-lists.ts';
import type { settingsCalls } from '#schemas/operator/settings-calls.ts';
import type { TranslatedText } from '#schemas/primitives.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import type { WarrantySettings } from '#schemas/warranty-certificate.ts';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { linkName, settingName } from '#console/parts/setting-texts.ts';
import { CatalogueEditor } from './catalogue-editor.tsx';
import { CompanyTypesEditor } from './company-types-editor.tsx';
import { QuestionsEditor } from './questions-editor.tsx';
import { ReasonsEditor } from './reasons-editor.tsx';
import { type EditorProps, TextsField } from './texts-field.tsx';

/** Registration questions for countries that don't define any. */
export type SharedQuestions = ResultOf<
  typeof settingsCalls.readCountrySettings
>['shared_questions'];

/** Returns the questions that a country uses by default; null for other settings. */
export function sharedQuestionsFor(field: ListField, { regular, decor }: SharedQuestions) {
  if (field === 'regional.registration_questions') return regular;
  return field === 'regional.decor_registration_questions' ? decor : null;
}

interface FieldEditorProps extends EditorProps<unknown> {
  readonly field: ListField;
  /** Number of a new company type. */
  readonly nextType: number;
  readonly sharedQuestions: SharedQuestions;
}

/** Control for a setting. The casts are safe, because the server sends each setting in its own format. */
export function FieldEditor({ field, nextType, sharedQuestions, ...editor }: FieldEditorProps) {
  const { i18n } = useLingui();
  const { value, language, problems, onChange } = editor;
  const editorProps = { language, problems, onChange };
  switch (field) {
    case 'regional.vat_field':
    case 'regional.company_id_field':
      return (
        <TextsField
          {...editorProps}
          label={settingName(i18n, field)}
          path=""
          maxLength={MAX_LABEL}
          value={value as TranslatedText}
        />
      );
    case 'regional.company_types':
      return (
        <CompanyTypesEditor
          {...editorProps}
          nextId={nextType}
          value={value as RegionalSettings['company_types']}
        />
      );
    case 'configuration.rejection_reasons':
      return <ReasonsEditor {...editorProps} value={value as RejectionReason[] | null} />;
    case 'regional.registration_questions':
    case 'regional.decor_registration_questions':
      return (
        <QuestionsEditor
          {...editorProps}
          isLeadSurvey={false}
          value={(value ?? sharedQuestionsFor(field, sharedQuestions)) as SurveyQuestion[]}
        />
      );
    case 'regional.links':
      return <LinksEditor {...editorProps} value={value as CountryLinks | null} />;
    case 'configuration.product_survey':
    case 'closing_survey':
    case 'lead_survey':
      return (
        <QuestionsEditor
          {...editorProps}
          isLeadSurvey={field === 'lead_survey'}
          value={value as SurveyQuestion[]}
        />
      );
    case 'warranty.catalogue':
      return <CatalogueEditor {...editorProps} value={value as WarrantySettings['catalogue']} />;
  }
}

/** URLs of a country's pages. If one is empty, the app opens the manufacturer's page. */
function LinksEditor({ value, problems, onChange }: EditorProps<CountryLinks | null>) {
  const { t, i18n } = useLingui();
  const set = (id: keyof CountryLinks, text: string) => {
    const { [id]: _, ...others } = value ?? {};
    const links = text === '' ? others : { ...others, [id]: text };
    onChange(Object.keys(links).length === 0 ? null : links);
  };
  return countryLinkIds.map((id) => (
    <TextField
      key={id}
      label={linkName(i18n, id)}
      type="url"
      autoComplete="off"
      maxLength={MAX_LINK}
      value={value?.[id] ?? ''}
      error={problems.has(id) ? t`Enter an address that starts with “https:”.` : undefined}
      onChange={({ target }) => set(id, target.value)}
    />
  ));
}
