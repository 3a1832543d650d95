import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import * as v from 'valibot';
import { textInLanguage } from '#schemas/primitives.ts';
import { languageName } from './language-text.ts';

/** Names of the fields of list entries. */
const fieldNames: Readonly<Record<string, MessageDescriptor>> = {
  name_translated: msg`Name`,
  disclaimer_state: msg`Disclaimer`,
  disclaimer_translated: msg`Disclaimer text`,
  declaration_state: msg`Declaration`,
  declaration_translated: msg`Declaration text`,
  text_translated: msg`Text for the installer`,
  allows_new_photo: msg`A new photo can resolve it`,
  text: msg({ message: 'Text', context: 'question' }),
  kind: msg`Answer type`,
  optional: msg`Can be skipped`,
  answers: msg`Answers`,
  min: msg`Smallest number`,
  max: msg`Largest number`,
  step: msg`Step`,
  limit: msg`Maximum answers`,
  name: msg`Name`,
  description: msg`Description`,
  icon: msg`Picture`,
  longevity: msg`Warranty in years`,
  tier_categories: msg`Tier categories`,
  parent_answer_id: msg`Number of the previous answer`,
};
const kinds = new Map<unknown, MessageDescriptor>([
  ['single', msg`One answer`],
  ['multi', msg`Several answers`],
  ['number', msg`A number`],
]);
const requirementFields = new Set(['disclaimer_state', 'declaration_state']);
const requirements = [
  msg({ message: 'Not shown', context: 'field' }),
  msg({ message: 'Optional', context: 'field' }),
  msg({ message: 'Required', context: 'field' }),
] as const;

/** Describes a field's state for companies: 0 means not shown, 1 optional, 2 required. */
export const requirementText = (i18n: I18n, state: number): string =>
  i18n._(requirements[state] ?? msg`Unknown`);

const texts = v.record(v.pipe(v.string(), v.regex(/^[a-z]{2}$/)), v.string());
/** A list entry's identifier and name. */
const entry = v.union([
  v.looseObject({ id: v.number(), name_translated: texts }),
  v.looseObject({ code: v.string(), text_translated: texts }),
  v.looseObject({ question_id: v.number(), text: texts }),
  v.looseObject({ answer_id: v.number(), text: texts }),
  v.looseObject({ slug: v.string(), name: texts }),
]);
const identifiers = ['id', 'code', 'question_id', 'answer_id', 'slug', 'uuid'];

/** Formats an identifier; empty if the entry has none. */
const plainId = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** True if a value is a list of entries, or a text in several languages. */
export const isListValue = (value: unknown): boolean =>
  v.is(v.array(entry), value) || v.is(texts, value);

interface Line {
  /** Identifies the line in both the old and the new value. */
  readonly path: string;
  readonly label: string;
  readonly text: string;
}

/** Splits a value into individual texts and numbers. */
function linesOf(i18n: I18n, value: unknown, path = '', labels: readonly string[] = []): Line[] {
  if (v.is(texts, value))
    return Object.entries(value).map(([language, text]) => ({
      path: `${path}/${language}`,
      label: [...labels, languageName(language, i18n.locale)].join(', '),
      text,
    }));
  if (v.is(v.array(entry), value))
    return value.flatMap((each: Readonly<Record<string, unknown>>) => {
      const name = Object.values(each).find((field) => v.is(texts, field));
      const key = identifiers.map((field) => plainId(each[field])).join('');
      const fields = Object.entries(each).filter(
        ([field, part]) => !identifiers.includes(field) && part !== null,
      );
      const ownLabels = [...labels, name === undefined ? key : textInLanguage(name, i18n.locale)];
      return linesOf(i18n, Object.fromEntries(fields), `${path}/${key}`, ownLabels);
    });
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([field, part]: [string, unknown]) => {
      const name = fieldNames[field];
      const ownLabels = [...labels, name ? i18n._(name) : field.replaceAll('_', ' ')];
      if (requirementFields.has(field) && typeof part === 'number')
        return linesOf(i18n, requirementText(i18n, part), `${path}/${field}`, ownLabels);
      return linesOf(i18n, part, `${path}/${field}`, ownLabels);
    });
  return [{ path, label: labels.join(', '), text: plainText(i18n, value) }];
}

function plainText(i18n: I18n, value: unknown): string {
  if (typeof value === 'boolean') return i18n._(value ? msg`Yes` : msg`No`);
  const kind = kinds.get(value);
  if (kind !== undefined) return i18n._(kind);
  if (Array.isArray(value)) return value.join(', ') || '–';
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** All texts of a value, one per line. */
export const listText = (i18n: I18n, value: unknown): string =>
  linesOf(i18n, value)
    .map(({ label, text }) => `${label}: ${text}`)
    .join('\n');

/** An entry of a list in one language. */
interface EntrySummary {
  readonly name: string;
  /** The entry's other fields, except texts in several languages, then the names of its answers. */
  readonly details: readonly string[];
}

/** The entries of a list in the console's language; null if the value isn't a list of entries. */
export function summariesOf(i18n: I18n, value: unknown): EntrySummary[] | null {
  if (!v.is(v.array(entry), value) || value.length === 0) return null;
  return value.map((each: Readonly<Record<string, unknown>>) => {
    const name = Object.values(each).find((field) => v.is(texts, field)) ?? {};
    const otherFields = Object.entries(each).filter(
      ([field, part]) =>
        !identifiers.includes(field) && part !== null && !v.is(texts, part) && field !== 'answers',
    );
    const answers = summariesOf(i18n, each['answers']) ?? [];
    return {
      name: textInLanguage(name, i18n.locale),
      details: [
        ...linesOf(i18n, Object.fromEntries(otherFields)).map(
          ({ label, text }) => `${label}: ${text}`,
        ),
        ...answers.map((answer) => answer.name),
      ],
    };
  });
}

/** Differences between two values, one per line; removed and added texts have a dash on one side. */
export function listChanges(i18n: I18n, before: unknown, after: unknown): string {
  const [oldLines, newLines] = [linesOf(i18n, before), linesOf(i18n, after)];
  const oldTexts = new Map(oldLines.map(({ path, text }) => [path, text]));
  const paths = new Set(newLines.map(({ path }) => path));
  const lines = [
    ...oldLines
      .filter(({ path }) => !paths.has(path))
      .map(({ label, text }) => `${label}: ${text} → –`),
    ...newLines
      .filter(({ path, text }) => oldTexts.get(path) !== text)
      .map(({ path, label, text }) => `${label}: ${oldTexts.get(path) ?? '–'} → ${text}`),
  ];
  return lines.length === 0 ? i18n._(msg`Another order`) : lines.join('\n');
}
