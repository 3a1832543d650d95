import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import * as v from 'valibot';
import { MAX_CHAT_MESSAGE } from '#schemas/chat.ts';
import {
  catalogueLanguages,
  regionLanguage,
  toCatalogueLanguage,
  type CatalogueLanguage,
} from '#schemas/languages.ts';
import {
  chatTemplateCalls,
  MAX_TEMPLATE_NAME,
  templatePlaceholders,
  unknownPlaceholders,
  type ChatTemplate,
} from '#schemas/operator/chat-template-calls.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { languageText } from '#console/parts/language-text.ts';
import { useFormDraft } from '#console/data/use-form-draft.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { LeaveDraftButton } from '#console/parts/leave-draft-button.tsx';
import { useRegionField } from '#console/parts/region-field.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { templateQueries } from './support-search.ts';

type Texts = ChatTemplate['texts'];

/** Typed values, as stored in a draft. */
const typedTemplate = v.object({
  region: v.nullable(v.number()),
  /** Version that the texts are based on; 0 for a new template. */
  rev: v.number(),
  name: v.string(),
  texts: v.nullable(
    v.array(v.object({ language: v.picklist(catalogueLanguages), text: v.string() })),
  ),
});

/** Returns the language of a country, or English if the app isn't translated into that language. */
function mainLanguage(region: RegionId | null): CatalogueLanguage {
  return toCatalogueLanguage(region && regionLanguage(regionCodeOf(region)));
}

interface TemplateFormProps {
  /** Null for a new template. */
  readonly template: ChatTemplate | null;
  readonly onDone: () => void;
}

/** Name and texts of a template. */
export function TemplateForm({ template, onDone }: TemplateFormProps) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const { region, field: regionField, ...regionState } = useRegionField('support.edit');
  const [name, setName] = useState(template?.name ?? '');
  /** Null until the operator types, so that the language follows the selected country. */
  const [typedTexts, setTypedTexts] = useState<Texts | null>(template?.texts ?? null);
  const [rev, setRev] = useState(template?.rev ?? 0);
  const [showErrors, setShowErrors] = useState(false);
  const draft = useFormDraft({
    ...{ kind: 'chat_template', record: template?.id ?? 'new', schema: typedTemplate },
    read: () => ({ region: regionState.chosenRegion, rev, name, texts: typedTexts }),
    restore: (values) => {
      regionState.restoreRegion(values.region);
      setRev(values.rev);
      setName(values.name);
      setTypedTexts(values.texts);
    },
  });
  const options = { refetches: templateQueries, draft };
  const createAction = useOperatorAction(chatTemplateCalls.createChatTemplate, options);
  const editAction = useOperatorAction(chatTemplateCalls.editChatTemplate, options);
  const texts = typedTexts ?? [{ language: mainLanguage(region), text: '' }];
  const filledTexts = texts.filter(({ text }) => text.trim() !== '');
  const isInvalid =
    name.trim() === '' ||
    filledTexts.length === 0 ||
    filledTexts.some(({ text }) => unknownPlaceholders(text).length > 0);
  const save = async () => {
    setShowErrors(true);
    if (isInvalid || (template === null && region === null)) return;
    const why = await askWhy({ title: t`Save this template?`, confirmLabel: t`Save` });
    if (why === null) return;
    const body = { name: name.trim(), texts: filledTexts, why };
    if (template !== null)
      await editAction.mutateAsync({
        params: { id: template.id },
        body: { ...body, rev },
      });
    else if (region !== null) await createAction.mutateAsync({ body: { ...body, region } });
    showToast({ subject: 'templates', tone: 'good', message: t`The template was saved.` });
    onDone();
  };
  return (
    <ActionForm
      error={createAction.error ?? editAction.error}
      isBusy={createAction.isPending || editAction.isPending}
      submitLabel={<Trans>Save</Trans>}
      onSubmit={save}
      draft={draft}
      otherButtons={
        <LeaveDraftButton draft={draft} onLeave={onDone}>
          <Trans>Back to the templates</Trans>
        </LeaveDraftButton>
      }
    >
      {template === null &&
        regionField(showErrors && region === null ? t`Choose a country.` : undefined)}
      <TextField
        label={t`Template name`}
        autoComplete="off"
        maxLength={MAX_TEMPLATE_NAME}
        value={name}
        error={
          showErrors && name.trim() === ''
            ? t({ message: 'Enter a name.', context: 'thing' })
            : undefined
        }
        onChange={({ target }) => setName(target.value)}
      />
      <TemplateTexts
        texts={texts}
        isMissing={showErrors && filledTexts.length === 0}
        onChange={setTypedTexts}
      />
    </ActionForm>
  );
}

interface TemplateTextsProps {
  readonly texts: Texts;
  readonly isMissing: boolean;
  readonly onChange: (texts: Texts) => void;
}

/** A field for each language, and a control to add a language. Texts that stay empty aren't saved. */
function TemplateTexts({ texts, isMissing, onChange }: TemplateTextsProps) {
  const { t, i18n } = useLingui();
  const otherLanguages = catalogueLanguages.filter((code) =>
    texts.every(({ language }) => language !== code),
  );
  const placeholders = templatePlaceholders.map((name) => `{${name}}`).join(' ');
  const problemOf = (text: string) => {
    const [unknownPlaceholder] = unknownPlaceholders(text);
    if (unknownPlaceholder !== undefined) return t`There is no placeholder ${unknownPlaceholder}.`;
    return isMissing ? t`Write a text.` : undefined;
  };
  return (
    <>
      {texts.map(({ language, text }) => (
        <TextAreaField
          key={language}
          label={languageText(language, i18n.locale)}
          hint={t`Replaced with the chat’s values: ${placeholders}`}
          maxLength={MAX_CHAT_MESSAGE}
          value={text}
          error={problemOf(text)}
          onChange={({ target }) =>
            onChange(
              texts.map((entry) =>
                entry.language === language ? { language, text: target.value } : entry,
              ),
            )
          }
        />
      ))}
      {otherLanguages.length > 0 && (
        <SelectField
          label={t`Add a language`}
          placeholder={t`Choose a language`}
          options={otherLanguages.map((code) => ({
            value: code,
            label: languageText(code, i18n.locale),
          }))}
          value=""
          onChange={({ target }) => {
            const language = otherLanguages.find((code) => code === target.value);
            if (language) onChange([...texts, { language, text: '' }]);
          }}
        />
      )}
    </>
  );
}
