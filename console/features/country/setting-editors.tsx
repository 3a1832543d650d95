import { useLingui } from '@lingui/react/macro';
import * as v from 'valibot';
import { configuration } from '#schemas/configuration.ts';
import type { ListField } from '#schemas/operator/setting-lists.ts';
import {
  type CountrySettings,
  type SettingField,
  settingFields,
} from '#schemas/operator/settings-calls.ts';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { requirementText } from '#console/parts/setting-lists.ts';
import { companyFlags, settingName, tagPhotosText } from '#console/parts/setting-texts.ts';

/** Kind of a field's editor, which determines the control and how its text becomes the field's value. */
type Kind =
  | 'number'
  | 'optionalNumber'
  | 'text'
  | 'codes'
  | 'tagPhotos'
  | 'flag'
  | 'flags'
  | 'requirement'
  | 'team';

/** A setting with a single control. */
export type PlainField = Exclude<SettingField, ListField>;

const kinds: Readonly<Record<PlainField, Kind>> = {
  welcome_points: 'number',
  survey_points: 'number',
  points_validity_months: 'number',
  'configuration.point_value': 'optionalNumber',
  'configuration.project_life_days': 'number',
  'warranty.minimum_months': 'number',
  'configuration.team_limit': 'team',
  accepts_leads: 'flag',
  'regional.flags': 'flags',
  'regional.company_type_state': 'requirement',
  'configuration.manufacturer_domain': 'text',
  'configuration.sizes': 'codes',
  'configuration.variants': 'codes',
  'configuration.generic_regions': 'codes',
  'configuration.requires_tag_photo': 'tagPhotos',
};

/** Returns the value of a field in the settings, or null if the settings don't have the field. */
export function valueOf(settings: CountrySettings, field: SettingField): unknown {
  const value = field
    .split('.')
    .reduce<unknown>((tree, name) => (tree as Readonly<Record<string, unknown>>)[name], settings);
  return value ?? null;
}

/** Formats a value for the control. */
export function toFieldText(value: unknown): string {
  if (value === null) return '';
  if (v.is(v.array(v.string()), value)) return value.join(' ');
  if (v.is(tagPhotos, value)) return tagPhotosText(value);
  if (v.is(teamLimit, value)) return `${value.owners}/${value.installers}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
const teamLimit = v.object({ owners: v.number(), installers: v.number() });
const tagPhotos = configuration.entries.requires_tag_photo;

/**
 * Parses the typed text.
 * @returns undefined if it's invalid
 */
export function parseFieldText(
  field: PlainField,
  input: string,
): { readonly value: unknown } | undefined {
  const result = v.safeParse(settingFields[field], rawValue(kinds[field], input.trim()));
  return result.success ? { value: result.output } : undefined;
}

const parseWholeNumber = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);

function rawValue(kind: Kind, input: string): unknown {
  switch (kind) {
    case 'text':
      return input;
    case 'flag':
      return input === 'true';
    case 'codes':
      return input
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean);
    case 'tagPhotos':
      return input
        .toUpperCase()
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => {
          const [year = '', factory = '', variant = '', ...others] = line.trim().split(/\s+/);
          return others.length === 0 ? { year, factory, variant } : null;
        });
    case 'team': {
      const [owners = '', installers = ''] = input.split('/');
      if (owners === '' && installers === '') return null;
      return { owners: parseWholeNumber(owners), installers: parseWholeNumber(installers) };
    }
    case 'optionalNumber':
      return input === '' ? null : parseWholeNumber(input);
    case 'number':
    case 'flags':
    case 'requirement':
      return parseWholeNumber(input);
  }
}

interface SettingEditorProps {
  readonly field: PlainField;
  readonly typedText: string;
  readonly showErrors: boolean;
  readonly onChange: (typedText: string) => void;
}

/** Control for a field. */
export function SettingEditor({ field, typedText, showErrors, onChange }: SettingEditorProps) {
  const { t, i18n } = useLingui();
  const label = settingName(i18n, field);
  const isInvalid = showErrors && parseFieldText(field, typedText) === undefined;
  const error = isInvalid ? t`This value isn’t accepted.` : undefined;
  const kind = kinds[field];
  if (kind === 'flag')
    return (
      <CheckboxField
        label={label}
        checked={typedText === 'true'}
        onChange={({ target }) => onChange(String(target.checked))}
      />
    );
  if (kind === 'flags')
    return <FlagsEditor label={label} typedText={typedText} onChange={onChange} />;
  if (kind === 'team')
    return <TeamEditor label={label} typedText={typedText} error={error} onChange={onChange} />;
  if (kind === 'requirement')
    return (
      <SelectField
        label={label}
        value={typedText}
        options={[0, 1, 2].map((state) => ({
          value: String(state),
          label: requirementText(i18n, state),
        }))}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  if (kind === 'codes')
    return (
      <TextAreaField
        label={label}
        hint={t`Separate them with spaces.`}
        value={typedText}
        error={isInvalid ? t`Use up to 12 characters for a code, and each code once.` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  if (kind === 'tagPhotos')
    return (
      <TextAreaField
        label={label}
        hint={t`One line for each: the first two characters of the serial number, the third one, and the variant. For example: 19 C 2070.`}
        value={typedText}
        error={isInvalid ? t`Write three parts on each line, such as: 19 C 2070.` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  return (
    <TextField
      label={label}
      autoComplete="off"
      {...(kind !== 'text' && { inputMode: 'numeric' as const })}
      {...(kind === 'optionalNumber' && { hint: t`Leave it empty for none.` })}
      value={typedText}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

type PartProps = Pick<SettingEditorProps, 'typedText' | 'onChange'> & { readonly label: string };

function FlagsEditor({ label, typedText, onChange }: PartProps) {
  const { i18n } = useLingui();
  const flags = Number(typedText);
  return (
    <fieldset>
      <legend className="font-semibold">{label}</legend>
      {companyFlags.map(({ bit, name }) => (
        <CheckboxField
          key={bit}
          label={i18n._(name)}
          checked={(flags & bit) !== 0}
          onChange={({ target }) => onChange(String(target.checked ? flags | bit : flags & ~bit))}
        />
      ))}
    </fieldset>
  );
}

function TeamEditor({
  label,
  typedText,
  error,
  onChange,
}: PartProps & { readonly error: string | undefined }) {
  const { t } = useLingui();
  const [owners = '', installers = ''] = typedText.split('/');
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{label}</legend>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t`Owners`}
          inputMode="numeric"
          autoComplete="off"
          hint={t`Leave both empty for no limit.`}
          value={owners}
          error={error}
          onChange={({ target }) => onChange(`${target.value}/${installers}`)}
        />
        <TextField
          label={t`Installers`}
          inputMode="numeric"
          autoComplete="off"
          value={installers}
          onChange={({ target }) => onChange(`${owners}/${target.value}`)}
        />
      </div>
    </fieldset>
  );
}
