import { useLingui } from '@lingui/react/macro';
import { catalogueLanguages, type CatalogueLanguage } from '#schemas/languages.ts';
import { contentCalls } from '#schemas/operator/content-calls.ts';
import { MAX_CONTENT_PICTURES } from '#schemas/operator/picture-fields.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { PicturesField } from '#console/parts/pictures/pictures-field.tsx';
import { picturesOf, usedLanguages } from './content-form.ts';
import { languageHeading } from './content-texts.ts';
import type { ContentEditor } from './use-content-editor.ts';

interface ContentPicturesProps {
  readonly editor: ContentEditor;
  readonly canEdit: boolean;
  /** Language shown next to English. */
  readonly language: string;
  readonly onLanguageChange: (language: string) => void;
}

/** Images of the draft, with alt texts in English and another language. */
export function ContentPictures(props: ContentPicturesProps) {
  const { editor, canEdit, language, onLanguageChange } = props;
  const { t, i18n } = useLingui();
  const toPictureLanguage = (code: CatalogueLanguage) => ({
    code,
    name: languageHeading(i18n, code),
  });
  const otherLanguages = catalogueLanguages.filter((each) => each !== 'en');
  const shownLanguages = catalogueLanguages.filter((each) => each === 'en' || each === language);
  return (
    <div className="flex flex-col gap-4">
      <div className="w-56 max-w-full">
        <SelectField
          label={t`Language beside English`}
          options={otherLanguages.map((value) => ({ value, label: languageHeading(i18n, value) }))}
          value={language}
          onChange={({ target }) => onLanguageChange(target.value)}
        />
      </div>
      <PicturesField
        pictures={picturesOf(editor.values)}
        onChange={editor.changePictures}
        languages={shownLanguages.toSorted((a) => (a === 'en' ? -1 : 1)).map(toPictureLanguage)}
        requiredLanguages={usedLanguages(editor.values).map(toPictureLanguage)}
        max={MAX_CONTENT_PICTURES}
        note={t`The first picture is above the text, the others are below. Each needs an alternative text in every language of the article.`}
        upload={(picture) => callOperator(contentCalls.uploadContentPicture, { body: picture })}
        canEdit={canEdit}
      />
    </div>
  );
}
