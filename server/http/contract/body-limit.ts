import type * as v from 'valibot';
import { type Call, isFileBody } from '#schemas/api/call.ts';
import { maxLengthOf, inspectSchema } from './inspect-schema.ts';

/**
 * Allowance beyond the longest valid values: fields of newer apps, spaces around typed text, pretty-printed
 * JSON. Also the limit for
 * calls without a body: many clients send `{}`.
 */
export const LEEWAY_BYTES = 4 * 1024;
/**
 * Upper limit for every call. Public calls need at most a form; a full bulk of scans with answers is two thirds
 * of the session
 * limit, and the client halves a larger one on 413 (F07).
 */
const MAX_BYTES = { public: 64 * 1024, session: 2 * 1024 * 1024 } as const;
/** Multipart overhead: other parts and separators. */
const MULTIPART_OVERHEAD_BYTES = 16 * 1024;
/** Longest form of a UTF-16 unit, written as an escape; UTF-8 needs three bytes. */
const BYTES_PER_UNIT = 6;
/** The longest number is `-1.7976931348623157e+308`. */
const NUMBER_BYTES = 24;

/**
 * Maximum body size of a call in bytes, derived from its schema. Throws for an unbounded schema, so that every
 * call has a limit.
 */
export function bodyLimit({ id, access, body }: Pick<Call, 'id' | 'access' | 'body'>): number {
  if (body === undefined) return LEEWAY_BYTES;
  if (isFileBody(body)) return body.maxBytes + MULTIPART_OVERHEAD_BYTES;
  return Math.min(longestJson(body, id) + LEEWAY_BYTES, MAX_BYTES[access]);
}

/**
 * Size of the longest valid JSON of a schema, without whitespace.
 * @param place path of the part, for the error message
 */
function longestJson(of: v.GenericSchema, place: string): number {
  const schema = inspectSchema(of);
  switch (schema.type) {
    case 'string':
      return 2 + BYTES_PER_UNIT * boundOf(schema, place);
    case 'number':
      return NUMBER_BYTES;
    case 'boolean':
      return 'false'.length;
    case 'literal':
      return writtenLength(schema.literal);
    case 'picklist':
      return Math.max(...schema.options.map(writtenLength));
    case 'optional':
      return longestJson(schema.wrapped, place);
    case 'nullable':
      return Math.max('null'.length, longestJson(schema.wrapped, place));
    case 'union':
    case 'variant':
      return Math.max(...schema.options.map((option) => longestJson(option, place)));
    case 'array':
      return 2 + boundOf(schema, place) * (1 + longestJson(schema.item, `${place}.0`));
    case 'object':
      return Object.entries(schema.entries)
        .map(([key, entry]) => writtenLength(key) + 2 + longestJson(entry, `${place}.${key}`))
        .reduce((sum, bytes) => sum + bytes, 2);
    default:
      throw new Error(`${place}: how long a ${of.type} may be is not known.`);
  }
}

function boundOf(schema: ReturnType<typeof inspectSchema>, place: string): number {
  const bound = maxLengthOf(schema);
  if (bound === null)
    throw new Error(
      `${place}: ${schema.type === 'array' ? 'a list' : 'a text'} in a request needs a maxLength.`,
    );
  return bound;
}

function writtenLength(value: unknown): number {
  return BYTES_PER_UNIT * String(value).length + 2;
}

/**
 * Allowance beyond the schema's values: fields of newer apps, and one list item too many, which gets its own
 * error.
 */
export const LEEWAY_VALUES = 1_000;
const VALUES_FACTOR = 2;
const counted = new WeakMap<object, number>();

/**
 * Maximum number of JSON values in a call's body, including nested ones; checked before parsing.
 */
export function maxValues({ body }: Pick<Call, 'body'>): number {
  if (body === undefined || isFileBody(body)) return LEEWAY_VALUES;
  const known = counted.get(body) ?? VALUES_FACTOR * valuesOf(body) + LEEWAY_VALUES;
  counted.set(body, known);
  return known;
}

/** Number of values in the largest valid JSON of a schema; its lists are bounded. */
function valuesOf(of: v.GenericSchema): number {
  const schema = inspectSchema(of);
  if (schema.type === 'optional' || schema.type === 'nullable') return valuesOf(schema.wrapped);
  if (schema.type === 'union' || schema.type === 'variant') {
    return Math.max(...schema.options.map(valuesOf));
  }
  if (schema.type === 'array') return 1 + (maxLengthOf(schema) ?? 0) * valuesOf(schema.item);
  if (schema.type !== 'object') return 1;
  const entries = Object.values(schema.entries).map(valuesOf);
  return entries.reduce((sum, values) => sum + values, 1);
}
