import { useLingui } from '@lingui/react/macro';
import { type CatalogueLanguage, sourceLanguage } from '#schemas/languages.ts';
import type { TranslatedText } from '#schemas/primitives.ts';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { languageName } from '#console/parts/language-text.ts';
import { type Problems, withText } from './list-draft.ts';

/** Props shared by all parts of a list's form. */
export interface EditorProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Language edited next to English. */
  readonly language: CatalogueLanguage;
  /** Paths of the invalid parts. Empty until errors are shown. */
  readonly problems: Problems;
}

interface TextsFieldProps extends EditorProps<TranslatedText> {
  readonly label: string;
  /** Dotted path of the text in the edited setting; empty if the text is the setting itself. */
  readonly path: string;
  readonly maxLength: number;
  readonly isLong?: boolean;
}

/** A text in English and in another language. */
export function TextsField({
  label,
  path,
  value,
  language,
  problems,
  ...fieldProps
}: TextsFieldProps) {
  const { t, i18n } = useLingui();
  const errorOf = (code: string) => {
    if (!problems.has(path === '' ? code : `${path}.${code}`)) return undefined;
    return code === sourceLanguage
      ? t`Enter this text. It’s shown where a translation is missing.`
      : t`Enter this text, or empty the field.`;
  };
  const Field = fieldProps.isLong ? TextAreaField : TextField;
  return [sourceLanguage, language].map((code) => (
    <Field
      key={code}
      label={`${label} (${languageName(code, i18n.locale)})`}
      lang={code}
      autoComplete="off"
      maxLength={fieldProps.maxLength}
      value={value[code] ?? ''}
      error={errorOf(code)}
      onChange={({ target }: { target: { value: string } }) =>
        fieldProps.onChange(withText(value, code, target.value))
      }
    />
  ));
}
