import * as v from 'valibot';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { inspectSchema } from '../http/contract/inspect-schema.ts';
import { parseTypedJson } from '../operator/command.ts';
import { findConflicts } from './find-conflicts.ts';
import { type FolderFiles } from './setup-files.ts';
import { setupSchema, type Setup } from './setup-schema.ts';

/** Matches the names of files that contain parts of a setup. */
export const SETUP_FILE = /\.(?:json|ya?ml)$/;

/** Texts of a folder's JSON and YAML files, by file name. */
export type SetupFiles = Readonly<Record<string, string>>;

/** A valid setup, or all problems of an invalid one, with one sentence per problem. */
type ReadSetup =
  | { readonly setup: Setup; readonly problems: null }
  | { readonly setup: null; readonly problems: readonly string[] };

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads and validates a setup as a whole.
 * @param pictures the folder's pictures
 */
export function readSetup(files: SetupFiles, pictures: FolderFiles): ReadSetup {
  const problems: string[] = [];
  const fields: Record<string, unknown> = {};
  const fileByKey = new Map<string, string>();
  for (const [file, text] of Object.entries(files)) {
    const parsed = file.endsWith('.json') ? parseJson(text) : parseYaml(text);
    if ('problems' in parsed)
      problems.push(...parsed.problems.map((problem) => `${file}: ${problem}`));
    for (const [key, value] of Object.entries('fields' in parsed ? parsed.fields : {})) {
      const otherFile = fileByKey.get(key);
      if (otherFile !== undefined) problems.push(`${file}: ${key} is also in ${otherFile}.`);
      fields[key] = value;
      fileByKey.set(key, file);
    }
  }
  // Later checks are skipped, because they would also report all fields of an unreadable file as missing.
  if (problems.length > 0) return { setup: null, problems };
  const lineFinders = new Map<string, (path: string) => number>();
  const locate = (path: string) => {
    const file = fileByKey.get(path.split('.')[0] ?? '');
    if (file === undefined) return path;
    const findLine = lineFinders.get(file) ?? createLineFinder(files[file] ?? '');
    lineFinders.set(file, findLine);
    return `${file}: line ${findLine(path)}: ${path}`;
  };
  const { output, problems: schemaProblems } = describeProblems(setupSchema, fields, { locate });
  const conflicts = output === null ? [] : findConflicts(output, pictures);
  schemaProblems.push(...conflicts.map(({ path, text }) => `${locate(path)} ${text}`));
  if (output !== null && schemaProblems.length === 0) return { setup: output, problems: null };
  return { setup: null, problems: [...new Set(schemaProblems)] };
}

/**
 * Validates the fields of a file.
 * @param options `locate` describes where a dotted path is in the file; `ignoresUnknown` accepts fields that the schema
 *   doesn't have
 * @returns `output` is the value, or null if it doesn't match the schema; `problems` has a sentence for each problem
 */
export function describeProblems<S extends v.GenericSchema>(
  schema: S,
  fields: Fields,
  {
    locate = (path) => path,
    ignoresUnknown = false,
  }: { readonly locate?: (path: string) => string; readonly ignoresUnknown?: boolean },
): { readonly output: v.InferOutput<S> | null; readonly problems: string[] } {
  const { success, output, issues = [] } = v.safeParse(schema, fields);
  const unknownFields = ignoresUnknown ? [] : findUnknownFields(schema, fields, '');
  const problems = [
    ...issues.map((issue) => describeIssue(issue, locate)),
    ...unknownFields.map((path) => `${locate(path)} isn’t a known field. Check its spelling.`),
  ];
  return { output: success ? output : null, problems };
}

type ParsedFile = { readonly fields: Fields } | { readonly problems: readonly string[] };

function parseJson(text: string): ParsedFile {
  try {
    return requireObject(parseTypedJson(text));
  } catch (error) {
    const { line, column } =
      /line (?<line>\d+) column (?<column>\d+)/.exec(String(error))?.groups ?? {};
    const place = line === undefined ? '' : `line ${line}, column ${column}: `;
    return { problems: [`${place}This isn’t valid JSON.`] };
  }
}

/** Parses YAML, and reports nested aliases that would expand to a huge document. */
function parseYaml(text: string): ParsedFile {
  const document = parseDocument(text);
  if (document.errors.length > 0) {
    const describe = ({ linePos, message }: (typeof document.errors)[number]) =>
      `line ${linePos?.[0].line}, column ${linePos?.[0].col}: This isn’t valid YAML: ${message.split(/ at line | in |:?\n/)[0]}.`;
    return { problems: document.errors.map(describe) };
  }
  try {
    return requireObject(parseTypedJson(JSON.stringify(document.toJS({ maxAliasCount: 100 }))));
  } catch {
    return { problems: ['This isn’t valid YAML: it has too many aliases.'] };
  }
}

function requireObject(value: unknown): ParsedFile {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    // Editors use this key to find the schema.
    const { $schema: _schema, ...fields } = value as Fields;
    return { fields };
  }
  return { problems: ['The file must contain one object with named fields.'] };
}

/**
 * Parses a file once, because parsing a large one for each problem would block the server.
 * @returns a function that finds the line of a field, or of the object in which the field is missing. It also works for
 *   JSON files, because JSON is valid YAML.
 */
function createLineFinder(text: string): (path: string) => number {
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\ufeff/, ''), { lineCounter: lines });
  return (path) => {
    const keys = path.split('.');
    for (; keys.length > 0; keys.pop()) {
      const node = document.getIn(keys, true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
}

/** Valibot's type names in plain words. */
const typeNames: Readonly<Record<string, string>> = {
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  Array: 'a list',
  Object: 'an object',
};

function describeIssue(issue: v.BaseIssue<unknown>, locate: (path: string) => string): string {
  const path = v.getDotPath(issue) ?? '';
  if (issue.received === 'undefined') return `${locate(path)} is missing.`;
  // The messages of our own checks in the schemas are sentences.
  if (issue.expected === null) return `${locate(path)}: ${issue.message}`;
  const expected = typeNames[issue.expected] ?? issue.expected;
  return `${locate(path)} must be ${expected}, not ${typeNames[issue.received] ?? issue.received}.`;
}

/** Finds the paths of fields that the schema doesn't have, for example because a name is misspelt. */
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
