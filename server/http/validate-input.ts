import * as v from 'valibot';
import { ApiFailure } from './failure.ts';

/** The most problems one answer names; more help nobody. */
const MAX_PROBLEMS = 20;

/**
 * Checks a part of a request against its schema.
 * @param part where in the request it is, the first step of the named fields: `query`, `body`, …
 * @returns the value as the schema puts it out: keys that the contract doesn't know are gone
 * Throws `invalid_input` with one error for each problem, and never the value itself.
 */
export function checkInput<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  part: string,
): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const fields = result.issues.map((issue) => {
    const path = v.getDotPath(issue);
    return path === null ? part : `${part}.${path}`;
  });
  throw new ApiFailure('invalid_input', { fields: [...new Set(fields)].slice(0, MAX_PROBLEMS) });
}

/**
 * A query string carries text only: the entries that the schema declares as numbers or booleans are
 * read as such. What cannot be read stays text, and then fails the schema.
 */
export function readQuery(schema: v.GenericSchema, query: unknown): unknown {
  const entries = entriesOf(schema);
  if (entries === null || typeof query !== 'object' || query === null) return query;
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => {
      const entry = entries[key];
      return [key, entry === undefined ? value : readEntry(entry, value)];
    }),
  );
}

function readEntry(schema: v.GenericSchema, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const type = innerType(schema);
  if (type === 'number') return /^-?\d{1,15}(\.\d+)?$/.test(value) ? Number(value) : value;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  return value;
}

/** The type below `optional` and the like; a list of numbers to pick from is a number. */
function innerType(schema: v.GenericSchema): string {
  if ('wrapped' in schema) return innerType(schema.wrapped as v.GenericSchema);
  const options: unknown = 'options' in schema ? schema.options : null;
  const isNumeric = Array.isArray(options) && options.every((one) => typeof one === 'number');
  return isNumeric ? 'number' : schema.type;
}

function entriesOf(schema: v.GenericSchema): Record<string, v.GenericSchema | undefined> | null {
  return 'entries' in schema ? (schema.entries as Record<string, v.GenericSchema>) : null;
}
