import * as v from 'valibot';
import { emptyResult, idParams } from '../api/call.ts';
import { chatText, MAX_CHAT_MESSAGE } from '../chat.ts';
import { catalogueLanguages } from '../languages.ts';
import { multilineText } from '../multiline-text.ts';
import { requiredText, text, uuid, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { holds } from './bulk-calls.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';

export const MAX_TEMPLATE_NAME = 80;
/** Maximum number of templates per country, because one page lists them all. */
export const MAX_TEMPLATES = 100;
/** Reason for `conflict`: the country has the maximum number of templates. */
export const TOO_MANY_TEMPLATES = 'too_many_templates';

/** Placeholders, which are in braces in a text (`{name}`) and are replaced when a template is inserted. */
export const templatePlaceholders = ['name', 'company', 'title', 'operator'] as const;
type TemplateValues = Readonly<Record<(typeof templatePlaceholders)[number], string>>;

const PLACEHOLDER = /\{(\w+)\}/g;

/** Returns the unknown placeholders of a text, such as `{nmae}`. */
export function unknownPlaceholders(templateText: string): string[] {
  const knownPlaceholders: readonly string[] = templatePlaceholders;
  return [...templateText.matchAll(PLACEHOLDER)]
    .filter(([, name = '']) => !knownPlaceholders.includes(name))
    .map(([placeholder]) => placeholder);
}

/** Replaces the placeholders in a text. Placeholders inside values aren’t replaced. */
export function fillTemplate(templateText: string, values: TemplateValues): string {
  const byName: Readonly<Record<string, string>> = values;
  return templateText.replace(PLACEHOLDER, (placeholder, name: string) =>
    Object.hasOwn(byName, name) ? (byName[name] ?? '') : placeholder,
  );
}

const language = v.picklist(catalogueLanguages);
const templateText = v.pipe(
  chatText,
  v.check((value) => unknownPlaceholders(value).length === 0),
);
/** One text per language. */
const texts = v.pipe(
  v.array(v.object({ language, text: templateText })),
  v.minLength(1),
  v.maxLength(catalogueLanguages.length),
  v.check((list) => new Set(list.map((entry) => entry.language)).size === list.length),
);
const input = { name: requiredText(MAX_TEMPLATE_NAME), texts };

const template = v.object({
  id: uuid,
  region: regionId,
  rev: wholeNumber,
  name: text(MAX_TEMPLATE_NAME),
  texts: v.array(v.object({ language, text: multilineText(MAX_CHAT_MESSAGE) })),
});
export type ChatTemplate = v.InferOutput<typeof template>;

const templateOptions = {
  right: 'support.edit',
  scope: { record: 'chat_template', in: 'params', field: 'id' },
  isAction: true,
} as const;

/** Texts that operators insert into chat replies. */
export const chatTemplateCalls = {
  listChatTemplates: defineOperatorCall(
    {
      id: 'listChatTemplates',
      method: 'GET',
      path: '/operator/v1/chat-templates',
      summary: 'Lists reply templates by name.',
      query: v.object(operatorListEntries),
      result: operatorListResult(template),
    },
    { right: 'support.read', scope: 'list' },
  ),
  createChatTemplate: defineOperatorCall(
    {
      id: 'createChatTemplate',
      method: 'POST',
      path: '/operator/v1/chat-templates',
      summary: 'Adds a template to a country.',
      body: v.object({ region: regionId, ...input, why }),
      result: v.object({ id: uuid }),
      status: 201,
    },
    { right: 'support.edit', scope: 'none', isAction: true },
  ),
  editChatTemplate: defineOperatorCall(
    {
      id: 'editChatTemplate',
      method: 'POST',
      path: '/operator/v1/chat-templates/{id}',
      summary: 'Replaces the name and the texts of a template.',
      params: idParams,
      body: v.object({ ...input, rev: wholeNumber, why }),
      result: emptyResult,
    },
    templateOptions,
  ),
  deleteChatTemplate: defineOperatorCall(
    {
      id: 'deleteChatTemplate',
      method: 'POST',
      path: '/operator/v1/chat-templates/{id}/delete',
      summary: 'Deletes a template. Replies already sent with it stay.',
      params: idParams,
      body: v.object({ rev: wholeNumber, holds, why }),
      /** The job that deletes the template after the hold; null if it was deleted immediately. */
      result: v.object({ job: v.nullable(uuid) }),
    },
    { ...templateOptions, plannedName: 'planTemplateDeletion' },
  ),
} as const;
