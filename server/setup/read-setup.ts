import * as v from 'valibot';
import { inspectSchema } from '../http/contract/inspect-schema.ts';
import { parseTypedJson } from '../operator/command.ts';
import { findConflicts } from './find-conflicts.ts';
import { setupSchema, type Setup } from './setup-schema.ts';

/** Texts of a folder's JSON files, by file name. */
export type SetupFiles = Readonly<Record<string, string>>;

/** A setup, or everything that is wrong with it, one sentence each. */
type ReadSetup =
  | { readonly setup: Setup; readonly problems: null }
  | { readonly setup: null; readonly problems: readonly string[] };

type Fields = Readonly<Record<string, unknown>>;

/** Reads and validates a setup as a whole. */
export function readSetup(files: SetupFiles): ReadSetup {
  const problems: string[] = [];
  const fields: Record<string, unknown> = {};
  const fileOf = new Map<string, string>();
  for (const [file, text] of Object.entries(files)) {
    const parsed = parseFile(text);
    if ('problem' in parsed) problems.push(`${file}: ${parsed.problem}`);
    for (const [key, value] of Object.entries('fields' in parsed ? parsed.fields : {})) {
      const earlier = fileOf.get(key);
      if (earlier !== undefined) problems.push(`${file}: ${key} is also in ${earlier}.`);
      fields[key] = value;
      fileOf.set(key, file);
    }
  }
  // Fields of an unreadable file would all be reported as missing.
  if (problems.length > 0) return { setup: null, problems };
  const locate = (path: string) => {
    const file = fileOf.get(path.split('.')[0] ?? '');
    return file === undefined ? path : `${file}: ${path}`;
  };
  const result = v.safeParse(setupSchema, fields);
  const found = [
    ...(result.issues ?? []).map((issue) => describeIssue(issue, locate)),
    ...findUnknownFields(setupSchema, fields, '').map(
      (path) => `${locate(path)} isn’t a field of a setup. Check its spelling.`,
    ),
  ];
  if (result.success) {
    for (const { path, text } of findConflicts(result.output)) {
      found.push(`${locate(path)} ${text}`);
    }
  }
  if (result.success && found.length === 0) return { setup: result.output, problems: null };
  return { setup: null, problems: [...new Set(found)] };
}

function parseFile(text: string): { readonly fields: Fields } | { readonly problem: string } {
  try {
    const value = parseTypedJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      // Editors find the schema by this key.
      const { $schema: _schema, ...fields } = value as Fields;
      return { fields };
    }
    return { problem: 'The file must contain one object in braces.' };
  } catch (error) {
    const { line, column } =
      /line (?<line>\d+) column (?<column>\d+)/.exec(String(error))?.groups ?? {};
    const place = line === undefined ? '' : `line ${line}, column ${column}: `;
    return { problem: `${place}This isn’t valid JSON.` };
  }
}

/** Valibot's type names in plain words. */
const kinds: Readonly<Record<string, string>> = {
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  Array: 'a list',
  Object: 'an object',
};

function describeIssue(issue: v.BaseIssue<unknown>, locate: (path: string) => string): string {
  const path = v.getDotPath(issue) ?? '';
  if (issue.received === 'undefined') return `${locate(path)} is missing.`;
  // Checks of the schemas have sentences.
  if (issue.expected === null) return `${locate(path)}: ${issue.message}`;
  const expected = kinds[issue.expected] ?? issue.expected;
  return `${locate(path)} must be ${expected}, not ${kinds[issue.received] ?? issue.received}.`;
}

/** Paths of fields that the schema doesn't have, for instance because of a typing error. */
function findUnknownFields(source: v.GenericSchema, value: unknown, path: string): string[] {
  const schema = inspectSchema(source);
  const join = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`);
  if (schema.type === 'optional' || schema.type === 'nullable') {
    return findUnknownFields(schema.wrapped, value, path);
  }
  if (schema.type === 'array' && Array.isArray(value)) {
    return value.flatMap((item, index) => findUnknownFields(schema.item, item, join(index)));
  }
  if (schema.type !== 'object' || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    const entry = Object.hasOwn(schema.entries, key) ? schema.entries[key] : undefined;
    return entry === undefined ? [join(key)] : findUnknownFields(entry, item, join(key));
  });
}
