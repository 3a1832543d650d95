import { Trans, useLingui } from '@lingui/react/macro';
import { catalogueLanguages } from '#schemas/languages.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { picturesText } from '#console/parts/pictures/edited-pictures.ts';
import { FieldConflicts } from '#console/parts/record/field-conflicts.tsx';
import { contentFields, PICTURES } from './content-form.ts';
import { languageHeading } from './content-texts.ts';
import type { ContentEditor } from './use-content-editor.ts';

/** Problems in any tab that prevent saving the draft, and changes by other operators. */
export function ContentNotices({ editor }: { readonly editor: ContentEditor }) {
  const errorText = useErrorText();
  const fieldNames = useFieldNames();
  const mergedNames = editor.mergedFields.map((field) => fieldNames[field] ?? field).join(', ');
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
        fieldNames={fieldNames}
        valueText={(field, value) => plainValue(field, String(value))}
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

/** Returns a value as plain text. Images are represented by their alt texts. */
function plainValue(field: string, value: string): string {
  if (field === PICTURES) return picturesText(value);
  return field.startsWith('text_') ? value.replaceAll(/<[^>]*>/g, ' ') : value;
}

/** Names of the fields, each with the language whose text it contains, such as "Title (Polish)". */
function useFieldNames(): Readonly<Record<string, string>> {
  const { t, i18n } = useLingui();
  const fieldNames = { title: t`Title`, text: t`Text`, youtube: t`Video` };
  const texts = catalogueLanguages.flatMap((language) =>
    contentFields.map((field) => [
      `${field}_${language}`,
      `${fieldNames[field]} (${languageHeading(i18n, language)})`,
    ]),
  );
  return { ...Object.fromEntries(texts), [PICTURES]: t`Pictures` };
}
