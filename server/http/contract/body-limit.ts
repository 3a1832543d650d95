import type * as v from 'valibot';
import { type Call, isFileBody } from '#schemas/api/call.ts';
import { getMaxLength, inspectSchema } from './inspect-schema.ts';

/**
 * Allowance on top of the longest valid values, for fields of newer apps, spaces around typed text, and pretty-printed
 * JSON. It's also the limit for calls without a body, because many clients send `{}`.
 */
export const LEEWAY_BYTES = 4 * 1024;
/**
 * Upper limit for every call, whatever its schema allows. Public calls send at most a form. A full batch of scans
 * with answers needs two thirds of the session limit, and the client halves a larger batch after a 413 (F07).
 */
const MAX_BYTES = { public: 64 * 1024, session: 2 * 1024 * 1024 } as const;
/** Multipart overhead: other parts and separators. */
const MULTIPART_OVERHEAD_BYTES = 16 * 1024;
/** Bytes of a UTF-16 unit in its longest form, which is a JSON escape. In UTF-8 it needs at most three bytes. */
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
  return Math.min(maxJsonBytes(body, id) + LEEWAY_BYTES, MAX_BYTES[access]);
}

/**
 * Computes the size of a schema's longest valid JSON, without whitespace.
 * @param path path of the part, for the error message
 */
function maxJsonBytes(source: v.GenericSchema, path: string): number {
  const schema = inspectSchema(source);
  switch (schema.type) {
    case 'string':
      return 2 + BYTES_PER_UNIT * requireMaxLength(schema, path);
    case 'number':
      return NUMBER_BYTES;
    case 'boolean':
      return 'false'.length;
    case 'literal':
      return escapedBytes(schema.literal);
    case 'picklist':
      return Math.max(...schema.options.map(escapedBytes));
    case 'optional':
      return maxJsonBytes(schema.wrapped, path);
    case 'nullable':
      return Math.max('null'.length, maxJsonBytes(schema.wrapped, path));
    case 'union':
    case 'variant':
      return Math.max(...schema.options.map((option) => maxJsonBytes(option, path)));
    case 'array':
      return 2 + requireMaxLength(schema, path) * (1 + maxJsonBytes(schema.item, `${path}.0`));
    case 'object':
      return Object.entries(schema.entries)
        .map(([key, entry]) => escapedBytes(key) + 2 + maxJsonBytes(entry, `${path}.${key}`))
        .reduce((sum, bytes) => sum + bytes, 2);
    default:
      throw new Error(`${path}: the maximum size of a ${source.type} is unknown.`);
  }
}

function requireMaxLength(schema: ReturnType<typeof inspectSchema>, path: string): number {
  const bound = getMaxLength(schema);
  if (bound === null)
    throw new Error(
      `${path}: ${schema.type === 'array' ? 'a list' : 'a text'} in a request needs a maxLength.`,
    );
  return bound;
}

function escapedBytes(value: unknown): number {
  return BYTES_PER_UNIT * String(value).length + 2;
}

/**
 * Allowance on top of the schema's values: for fields of newer apps, and for a list with one item too many, which is
 * rejected with its own error.
 */
export const LEEWAY_VALUES = 1_000;
const VALUES_FACTOR = 2;
const cache = new WeakMap<object, number>();

/**
 * Maximum number of JSON values in a call's body, including nested ones; checked before parsing.
 */
export function getMaxValues({ body }: Pick<Call, 'body'>): number {
  if (body === undefined || isFileBody(body)) return LEEWAY_VALUES;
  const max = cache.get(body) ?? VALUES_FACTOR * countValues(body) + LEEWAY_VALUES;
  cache.set(body, max);
  return max;
}

/** Counts the values in a schema's largest valid JSON. Its size is limited, because all lists are bounded. */
function countValues(source: v.GenericSchema): number {
  const schema = inspectSchema(source);
  if (schema.type === 'optional' || schema.type === 'nullable') return countValues(schema.wrapped);
  if (schema.type === 'union' || schema.type === 'variant') {
    return Math.max(...schema.options.map(countValues));
  }
  if (schema.type === 'array') return 1 + (getMaxLength(schema) ?? 0) * countValues(schema.item);
  if (schema.type !== 'object') return 1;
  const entries = Object.values(schema.entries).map(countValues);
  return entries.reduce((sum, values) => sum + values, 1);
}
