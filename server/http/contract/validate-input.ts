import * as v from 'valibot';
import { inspectSchema, getMaxLength } from './inspect-schema.ts';
import { ApiFailure } from '../failure.ts';

/** Maximum number of problems in one response. */
const MAX_PROBLEMS = 20;

/**
 * Validates a part of a request: list lengths first, then each value up to its first problem, so that invalid
 * input costs no more than valid input. Throws `invalid_input` with one error per field. The errors never contain
 * the values.
 * @param part first step of the field paths: `query`, `body`, …
 * @returns the parsed value; unknown fields are removed
 */
export function validateInput<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  part: string,
): v.InferOutput<S> {
  const overlong = findOverlongList(schema, value, part);
  if (overlong !== null) throw new ApiFailure('invalid_input', { field: overlong });
  const result = v.safeParse(schema, value, { abortPipeEarly: true });
  if (result.success) return result.output;
  throw new ApiFailure('invalid_input', { fields: collectFields(result.issues, part) });
}

/** Collects the paths of the first problems, without duplicates. */
function collectFields(issues: readonly v.BaseIssue<unknown>[], part: string): readonly string[] {
  const fields = new Set<string>();
  for (const issue of issues) {
    const path = v.getDotPath(issue);
    fields.add(path === null ? part : `${part}.${path}`);
    if (fields.size === MAX_PROBLEMS) break;
  }
  return [...fields];
}

/** Alternative values for a flag in a query. */
const flagSynonyms: ReadonlyMap<string, string> = new Map([
  ['true', '1'],
  ['false', '0'],
]);

/**
 * Converts the texts of a query string to the numbers and booleans that the schema expects. Invalid values
 * stay text and fail validation.
 */
export function parseQuery(schema: v.GenericSchema, query: unknown): unknown {
  const inspectedSchema = inspectSchema(schema);
  if (inspectedSchema.type !== 'object' || typeof query !== 'object' || query === null)
    return query;
  const entries = new Map(Object.entries(inspectedSchema.entries));
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => {
      const entry = entries.get(key);
      return [key, entry === undefined ? value : parseEntry(entry, value)];
    }),
  );
}

function parseEntry(schema: v.GenericSchema, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const type = getInnerType(schema);
  const text = type === 'flag' ? (flagSynonyms.get(value.toLowerCase()) ?? value) : value;
  if (type === 'number' || type === 'flag') {
    return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;
  }
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/**
 * Returns the type inside `optional` and `nullable`. A picklist of numbers counts as a number, and one of 0 and 1 as a
 * `flag`.
 */
function getInnerType(source: v.GenericSchema): string {
  const schema = inspectSchema(source);
  if (schema.type === 'optional' || schema.type === 'nullable') return getInnerType(schema.wrapped);
  const options = schema.type === 'picklist' ? schema.options : [];
  const isNumeric = options.length > 0 && options.every((item) => typeof item === 'number');
  if (!isNumeric) return schema.type;
  return options.every((item) => item === 0 || item === 1) ? 'flag' : 'number';
}

/**
 * Finds a list that is longer than its schema allows. Call this before validation, because valibot validates all items
 * first and stores every problem.
 * @returns the dotted path of the list, which starts with `path`; null if no list is too long
 */
export function findOverlongList(
  source: v.GenericSchema,
  value: unknown,
  path: string,
): string | null {
  const schema = inspectSchema(source);
  if (schema.type === 'optional' || schema.type === 'nullable') {
    return findOverlongList(schema.wrapped, value, path);
  }
  if (schema.type === 'union' || schema.type === 'variant') {
    const options = schema.options.filter((option) => couldMatch(option, value));
    return findFirst(options, (option) => findOverlongList(option, value, path));
  }
  if (schema.type === 'array' && Array.isArray(value)) {
    if (value.length > (getMaxLength(schema) ?? 0)) return path;
    return findFirst(value.entries(), ([index, item]) =>
      findOverlongList(schema.item, item, `${path}.${index}`),
    );
  }
  if (schema.type === 'object' && typeof value === 'object' && value !== null) {
    const parts = value as Record<string, unknown>;
    return findFirst(Object.entries(schema.entries), ([key, entry]) =>
      findOverlongList(entry, parts[key], `${path}.${key}`),
    );
  }
  return null;
}

/** Returns false if a property that must be a literal in the option has another value. */
function couldMatch(option: v.GenericSchema, value: unknown): boolean {
  const schema = inspectSchema(option);
  if (schema.type !== 'object' || typeof value !== 'object' || value === null) return true;
  const parts = value as Record<string, unknown>;
  return Object.entries(schema.entries).every(([key, entry]) => {
    const part = inspectSchema(entry);
    return part.type !== 'literal' || part.literal === parts[key];
  });
}

function findFirst<T>(items: Iterable<T>, find: (item: T) => string | null): string | null {
  for (const item of items) {
    const result = find(item);
    if (result !== null) return result;
  }
  return null;
}
