import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
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
import { Button } from '#src/ui/button.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { languageText } from '#console/parts/language-text.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { LeavePrompt } from '#console/parts/leave-guard.tsx';
import { useRegionField } from '#console/parts/region-field.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { templateChanges } from './support-search.ts';

type Texts = ChatTemplate['texts'];

/** Language of a country; English if the app isn't translated into it. */
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
  const options = { changes: templateChanges };
  const create = useOperatorAction(chatTemplateCalls.createChatTemplate, options);
  const edit = useOperatorAction(chatTemplateCalls.editChatTemplate, options);
  const { region, field: regionField } = useRegionField('support.edit');
  const [name, setName] = useState(template?.name ?? '');
  /** Null until the operator types, so that the language follows the selected country. */
  const [typedTexts, setTypedTexts] = useState<Texts | null>(template?.texts ?? null);
  const [showErrors, setShowErrors] = useState(false);
  const [isAsking, setAsking] = useState(false);
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
      await edit.mutateAsync({ params: { id: template.id }, body: { ...body, rev: template.rev } });
    else if (region !== null) await create.mutateAsync({ body: { ...body, region } });
    showToast({ subject: 'templates', tone: 'good', message: t`The template was saved.` });
    onDone();
  };
  const isEdited =
    name !== (template?.name ?? '') ||
    JSON.stringify(filledTexts) !== JSON.stringify(template?.texts ?? []);
  return (
    <ActionForm
      error={create.error ?? edit.error}
      isBusy={create.isPending || edit.isPending}
      submitLabel={<Trans>Save</Trans>}
      onSubmit={save}
      otherButtons={
        <>
          <Button variant="secondary" onClick={() => (isEdited ? setAsking(true) : onDone())}>
            <Trans>Back to the templates</Trans>
          </Button>
          <LeavePrompt isOpen={isAsking} onLeave={onDone} onStay={() => setAsking(false)} />
        </>
      }
    >
      {template === null &&
        regionField(showErrors && region === null ? t`Choose a country.` : undefined)}
      <TextField
        label={t`Name of the template`}
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
  const others = catalogueLanguages.filter((code) =>
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
          hint={t`Replaced by those of the chat: ${placeholders}`}
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
      {others.length > 0 && (
        <SelectField
          label={t`Add a language`}
          placeholder={t`Choose a language`}
          options={others.map((code) => ({
            value: code,
            label: languageText(code, i18n.locale),
          }))}
          value=""
          onChange={({ target }) => {
            const language = others.find((code) => code === target.value);
            if (language) onChange([...texts, { language, text: '' }]);
          }}
        />
      )}
    </>
  );
}
