import { Trans, useLingui } from '@lingui/react/macro';
import { catalogueLanguages, sourceLanguage } from '#schemas/languages.ts';
import {
  MAX_ANNOUNCEMENT_TEXT,
  MAX_ANNOUNCEMENT_TITLE,
} from '#schemas/operator/announcement-calls.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { FieldConflicts } from '#console/parts/record/field-conflicts.tsx';
import {
  findIncompleteLanguage,
  languageHeading,
  toTextList,
  textNames,
  valueOf,
} from './announcement-texts.ts';
import type { AnnouncementEditor } from './use-announcement-editor.ts';

interface LanguagesProps {
  readonly editor: AnnouncementEditor;
  readonly canEdit: boolean;
  /** Language shown next to English. */
  readonly language: string;
  readonly onLanguageChange: (language: string) => void;
}

/** Texts in English and one other language, side by side. */
export function AnnouncementLanguages(props: LanguagesProps) {
  const { editor, language, onLanguageChange } = props;
  const { t, i18n } = useLingui();
  const otherLanguages = catalogueLanguages.filter((each) => each !== sourceLanguage);
  const usedLanguageCodes = toTextList(editor.values).map((text) => text.language);
  const card = 'flex flex-col gap-4 rounded-card bg-surface-raised p-4 card-rise';
  return (
    <div className="flex flex-col gap-4">
      <EditorNotices editor={editor} />
      <div className="grid items-start gap-4 wide:grid-cols-2">
        <section aria-label={languageHeading(i18n, sourceLanguage)} className={card}>
          <div>
            <p className="mb-1.5 text-[0.9375rem] font-semibold">
              <Trans>Language</Trans>
            </p>
            <h2 className="flex min-h-[max(2.5rem,36px)] items-center font-sans text-field font-normal">
              {languageHeading(i18n, sourceLanguage)}
            </h2>
          </div>
          <LanguageFields {...props} language={sourceLanguage} />
        </section>
        <section aria-label={languageHeading(i18n, language)} className={card}>
          <h2 className="sr-only">{languageHeading(i18n, language)}</h2>
          <SelectField
            label={t`Language`}
            options={otherLanguages.map((value) => {
              const name = languageHeading(i18n, value);
              return {
                value,
                label: usedLanguageCodes.includes(value) ? name : t`${name} (empty)`,
              };
            })}
            value={language}
            onChange={({ target }) => onLanguageChange(target.value)}
          />
          <LanguageFields key={language} {...props} />
        </section>
      </div>
    </div>
  );
}

/** Save errors, and changes by other operators. */
function EditorNotices({ editor }: { editor: AnnouncementEditor }) {
  const { t, i18n } = useLingui();
  const errorText = useErrorText();
  const fieldNames = { title: t`Title`, text: t`Text` };
  const languageFieldNames: Readonly<Record<string, string>> = Object.fromEntries(
    catalogueLanguages.flatMap((language) =>
      textNames.map((name) => [
        `${name}_${language}`,
        `${fieldNames[name]} (${languageHeading(i18n, language)})`,
      ]),
    ),
  );
  const mergedNames = editor.mergedFields
    .map((field) => languageFieldNames[field] ?? field)
    .join(', ');
  return (
    <>
      <ErrorBlock messages={editor.error === null ? [] : [errorText(editor.error)]} />
      {editor.mergedFields.length > 0 && (
        <Banner tone="info" live="polite">
          <Trans>
            Someone else has changed these fields, and their changes are kept: {mergedNames}
          </Trans>
        </Banner>
      )}
      <FieldConflicts
        conflicts={editor.conflicts}
        fieldNames={languageFieldNames}
        onChoose={editor.choose}
      />
      {editor.conflicts.length > 0 && (
        <div>
          <ActionButton onClick={() => void editor.saveChoice()}>
            <Trans>Save</Trans>
          </ActionButton>
        </div>
      )}
    </>
  );
}

function LanguageFields({ editor, canEdit, language }: LanguagesProps) {
  const { t } = useLingui();
  const { values, set } = editor;
  const [title, text] = [valueOf(values, 'title', language), valueOf(values, 'text', language)];
  if (!canEdit)
    return (
      <div lang={language} className="space-y-3">
        <p className="font-semibold break-long">{title || '–'}</p>
        <p className="whitespace-pre-line break-long">{text}</p>
      </div>
    );
  const isIncomplete = language !== sourceLanguage && findIncompleteLanguage(values) === language;
  const missingTextError = (value: string) =>
    isIncomplete && value.trim() === '' ? t`Enter this text, or empty both.` : undefined;
  return (
    <>
      <TextField
        label={t`Title`}
        lang={language}
        autoComplete="off"
        maxLength={MAX_ANNOUNCEMENT_TITLE}
        value={title}
        error={missingTextError(title)}
        onChange={({ target }) => set('title', language, target.value)}
      />
      <TextAreaField
        label={t`Text`}
        hint={t`A push notification shows the first 400 characters.`}
        lang={language}
        rows={6}
        maxLength={MAX_ANNOUNCEMENT_TEXT}
        value={text}
        error={missingTextError(text)}
        onChange={({ target }) => set('text', language, target.value)}
      />
    </>
  );
}
