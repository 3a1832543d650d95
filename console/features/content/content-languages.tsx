import { Trans, useLingui } from '@lingui/react/macro';
import { catalogueLanguages } from '#schemas/languages.ts';
import { MAX_CONTENT_TITLE } from '#schemas/operator/content-calls.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { HtmlText } from '#src/ui/html-text.tsx';
import { isVideoId, toVideoId, usedLanguages, valueOf } from './content-form.ts';
import { HtmlField } from './html-field.tsx';
import { languageHeading, type ContentRecord } from './content-texts.ts';
import type { ContentEditor } from './use-content-editor.ts';

interface LanguagesProps {
  readonly content: ContentRecord;
  readonly editor: ContentEditor;
  readonly canEdit: boolean;
  /** Language shown next to English. */
  readonly language: string;
  readonly onLanguageChange: (language: string) => void;
}

/** Texts in English and one other language, side by side. */
export function ContentLanguages(props: LanguagesProps) {
  const { editor, language, onLanguageChange } = props;
  const { t, i18n } = useLingui();
  const usedLanguageCodes = usedLanguages(editor.values);
  const otherLanguages = catalogueLanguages.filter((each) => each !== 'en');
  return (
    <div className="grid items-start gap-4 wide:grid-cols-2">
      <section
        aria-label={languageHeading(i18n, 'en')}
        className="flex flex-col gap-4 rounded-card bg-surface-raised p-4 card-rise"
      >
        <div>
          <p className="mb-1.5 text-[0.9375rem] font-semibold">
            <Trans>Language</Trans>
          </p>
          <h2 className="flex min-h-[max(2.5rem,36px)] items-center font-sans text-field font-normal">
            {languageHeading(i18n, 'en')}
          </h2>
        </div>
        <LanguageFields {...props} language="en" />
      </section>
      <section
        aria-label={languageHeading(i18n, language)}
        className="flex flex-col gap-4 rounded-card bg-surface-raised p-4 card-rise"
      >
        <div className="flex items-center gap-3">
          <h2 className="sr-only">{languageHeading(i18n, language)}</h2>
          <div className="min-w-0 flex-1">
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
          </div>
        </div>
        <LanguageFields key={language} {...props} />
      </section>
    </div>
  );
}

function LanguageFields({ content, editor, canEdit, language }: LanguagesProps) {
  const { t } = useLingui();
  const { values, set } = editor;
  const value = (field: 'title' | 'text' | 'youtube') => valueOf(values, field, language);
  const video = value('youtube');
  if (!canEdit)
    return (
      <div lang={language} className="space-y-3">
        <p className="font-semibold break-long">{value('title') || '–'}</p>
        <HtmlText html={value('text')} />
        {video !== '' && (
          <p className="text-small text-ink-soft">
            <Trans>YouTube video: {video}</Trans>
          </p>
        )}
      </div>
    );
  return (
    <>
      <TextField
        label={t`Title`}
        lang={language}
        autoComplete="off"
        maxLength={MAX_CONTENT_TITLE}
        value={value('title')}
        onChange={({ target }) => set('title', language, target.value)}
      />
      <HtmlField
        label={t`Text`}
        language={language}
        html={value('text')}
        onChange={(html) => set('text', language, html)}
      />
      {content.type === 'tutorial' && (
        <TextField
          label={t`YouTube video`}
          optionalLabel={t`(optional)`}
          hint={t`Paste the address of the video.`}
          autoComplete="off"
          maxLength={200}
          value={video}
          error={isVideoId(video) ? undefined : t`This isn’t the address of a YouTube video.`}
          onChange={({ target }) => set('youtube', language, toVideoId(target.value))}
        />
      )}
    </>
  );
}
