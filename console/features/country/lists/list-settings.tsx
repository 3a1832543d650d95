import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ResultOf } from '#schemas/api/call.ts';
import type { RegionalSettings, RejectionReason } from '#schemas/configuration.ts';
import { countryLinkIds, type CountryLinks, MAX_LINK } from '#schemas/country-links.ts';
import { type ListField, MAX_LABEL } from '#schemas/operator/setting-lists.ts';
import type { CountrySettings, settingsCalls } from '#schemas/operator/settings-calls.ts';
import type { TranslatedText } from '#schemas/primitives.ts';
import type { RegionId } from '#schemas/regions.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import type { WarrantySettings } from '#schemas/warranty-certificate.ts';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { linkName, settingName, settingText } from '#console/parts/setting-texts.ts';
import { valueOf } from '../setting-editors.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { CatalogueEditor } from './catalogue-editor.tsx';
import { ChangeList } from './change-list.tsx';
import { CompanyTypesEditor } from './company-types-editor.tsx';
import { ListValue } from './list-value.tsx';
import { QuestionsEditor } from './questions-editor.tsx';
import { ReasonsEditor } from './reasons-editor.tsx';
import { type EditorProps, TextsField } from './texts-field.tsx';

/** Texts and lists that are edited together. */
interface ListGroup {
  readonly id: string;
  readonly title: MessageDescriptor;
  readonly note: MessageDescriptor;
  readonly fields: readonly ListField[];
}

const groups: readonly ListGroup[] = [
  {
    id: 'numbers',
    title: msg`Labels of tax numbers`,
    note: msg`Numbers that companies have entered stay as they are.`,
    fields: ['regional.vat_field', 'regional.company_id_field'],
  },
  {
    id: 'types',
    title: msg`Company types`,
    note: msg`A type that companies have can’t be removed. If a text changes, owners of companies that accepted the earlier one are asked to accept the new one.`,
    fields: ['regional.company_types'],
  },
  {
    id: 'registration-questions',
    title: msg`Questions at registration`,
    note: msg`Owners of main companies are asked when they register, or when they sign in without answers. Answers stay stored. Older apps still ask the questions that countries share.`,
    fields: ['regional.registration_questions'],
  },
  {
    id: 'decor-registration-questions',
    title: msg`Questions at registration of decor companies`,
    note: msg`Owners of decor companies are asked when they register, or when they sign in without answers. Answers stay stored. Older apps still ask the questions that countries share.`,
    fields: ['regional.decor_registration_questions'],
  },
  {
    id: 'links',
    title: msg`Links`,
    note: msg`Pages that installers open from the app. An empty one leads to the page of the manufacturer’s site. Older apps always open that page.`,
    fields: ['regional.links'],
  },
  {
    id: 'reasons',
    title: msg`Reasons for rejecting products`,
    note: msg`Products that were rejected with a removed reason say only that a reviewer rejected them.`,
    fields: ['configuration.rejection_reasons'],
  },
  {
    id: 'product-questions',
    title: msg`Questions about products`,
    note: msg`Answers stay stored. Products that phones haven’t sent by the first day are asked again if their answers don’t fit.`,
    fields: ['configuration.product_survey'],
  },
  {
    id: 'closing-questions',
    title: msg`Questions when a project is closed`,
    note: msg`Existing projects keep their questions. New projects get the new ones.`,
    fields: ['closing_survey'],
  },
  {
    id: 'lead-questions',
    title: msg`Questions after a lead`,
    note: msg`Existing projects keep their questions. New projects get the new ones.`,
    fields: ['lead_survey'],
  },
  {
    id: 'warranty',
    title: msg`Warranty catalogue`,
    note: msg`Issued certificates keep the name and years of their categories. A prepared certificate with a removed category must be changed before it is issued.`,
    fields: ['warranty.catalogue'],
  },
];

interface ListSettingsProps {
  readonly region: RegionId;
  readonly canEdit: boolean;
  readonly settings: CountrySettings;
  readonly today: string;
  /** Number that a new company type gets. */
  readonly nextType: number;
  /** Registration questions for countries that don't define any. */
  readonly sharedQuestions: SharedQuestions;
}

type SharedQuestions = ResultOf<typeof settingsCalls.readCountrySettings>['shared_questions'];

/** Texts and lists of a country, with a button to change each group. */
export function ListSettings(props: ListSettingsProps) {
  return groups.map((group) => <ListCard key={group.id} {...props} group={group} />);
}

function ListCard({ group, canEdit, ...props }: ListSettingsProps & { group: ListGroup }) {
  const { i18n } = useLingui();
  const title = i18n._(group.title);
  return (
    <SettingsCard
      title={title}
      canEdit={canEdit}
      items={group.fields.map((field) => ({
        term: settingName(i18n, field),
        detail: (
          <SharedOrOwnList
            field={field}
            value={valueOf(props.settings, field)}
            shared={sharedOf(field, props.sharedQuestions)}
          />
        ),
      }))}
      dialog={(onClose) => (
        <ChangeList
          {...props}
          title={title}
          note={i18n._(group.note)}
          fields={group.fields}
          onClose={onClose}
        >
          {(field, editor) => <FieldEditor key={field} {...editor} {...props} field={field} />}
        </ChangeList>
      )}
    />
  );
}

interface SharedOrOwnListProps {
  readonly field: ListField;
  /** The country's own value; null if the country doesn't have one. */
  readonly value: unknown;
  readonly shared: ReturnType<typeof sharedOf>;
}

function SharedOrOwnList({ field, value, shared: sharedValue }: SharedOrOwnListProps) {
  const { i18n } = useLingui();
  return (
    <ListValue value={value ?? sharedValue}>
      {noteOf(i18n, field, value, sharedValue !== null)}
    </ListValue>
  );
}

/**
 * Returns a text to show above a list or instead of one: what applies if the country has no value of its own, or the
 * country's links. Returns null if the country's own value is shown without such a text.
 */
function noteOf(i18n: I18n, field: ListField, value: unknown, isShared: boolean): string | null {
  if (field === 'regional.links')
    return value === null
      ? i18n._(msg`Pages of the manufacturer’s site`)
      : settingText(i18n, field, value);
  if (value !== null) return null;
  if (field === 'configuration.rejection_reasons') return i18n._(msg`Built-in reasons`);
  return isShared ? i18n._(msg`Shared by countries without their own questions:`) : '–';
}

/** Returns the questions that a country uses by default; null for other settings. */
function sharedOf(field: ListField, { regular, decor }: SharedQuestions) {
  if (field === 'regional.registration_questions') return regular;
  return field === 'regional.decor_registration_questions' ? decor : null;
}

interface FieldEditorProps
  extends EditorProps<unknown>, Pick<ListSettingsProps, 'nextType' | 'sharedQuestions'> {
  readonly field: ListField;
}

/** Control for a setting. The casts are safe, because the server sends each setting in its own format. */
function FieldEditor({ field, nextType, sharedQuestions, ...editor }: FieldEditorProps) {
  const { i18n } = useLingui();
  const { value, language, problems, onChange } = editor;
  const rest = { language, problems, onChange };
  switch (field) {
    case 'regional.vat_field':
    case 'regional.company_id_field':
      return (
        <TextsField
          {...rest}
          label={settingName(i18n, field)}
          path=""
          maxLength={MAX_LABEL}
          value={value as TranslatedText}
        />
      );
    case 'regional.company_types':
      return (
        <CompanyTypesEditor
          {...rest}
          nextId={nextType}
          value={value as RegionalSettings['company_types']}
        />
      );
    case 'configuration.rejection_reasons':
      return <ReasonsEditor {...rest} value={value as RejectionReason[] | null} />;
    case 'regional.registration_questions':
    case 'regional.decor_registration_questions':
      return (
        <QuestionsEditor
          {...rest}
          isLeadSurvey={false}
          value={(value ?? sharedOf(field, sharedQuestions)) as SurveyQuestion[]}
        />
      );
    case 'regional.links':
      return <LinksEditor {...rest} value={value as CountryLinks | null} />;
    case 'configuration.product_survey':
    case 'closing_survey':
    case 'lead_survey':
      return (
        <QuestionsEditor
          {...rest}
          isLeadSurvey={field === 'lead_survey'}
          value={value as SurveyQuestion[]}
        />
      );
    case 'warranty.catalogue':
      return <CatalogueEditor {...rest} value={value as WarrantySettings['catalogue']} />;
  }
}

/** Addresses of a country's pages. An empty one leads to the manufacturer's site. */
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
