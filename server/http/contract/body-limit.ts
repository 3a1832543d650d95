import type * as v from 'valibot';
import { type Call, isFileBody } from '#schemas/api/call.ts';
import { maxLengthOf, inspectSchema } from './inspect-schema.ts';

/**
 * Beside the longest values: keys that a newer app adds, spaces around typed text, a form that is laid out
 * for people. Also what a call without a body may be sent: many clients send `{}`.
 */
export const LEEWAY_BYTES = 4 * 1024;
/**
 * However long a call's texts and lists may be, no more is taken at once. A stranger sends a form at most; a
 * full bulk of scans with their answers is two thirds of the other, and what is larger gets 413 and is
 * halved (F07).
 */
const MAX_BYTES = { public: 64 * 1024, session: 2 * 1024 * 1024 } as const;
/** What a multipart request adds to its file: its other parts, and the lines between them. */
const MULTIPART_OVERHEAD_BYTES = 16 * 1024;
/** A letter (a UTF-16 unit) takes so many bytes at most, written as an escape; in UTF-8 three. */
const BYTES_PER_UNIT = 6;
/** The longest number is `-1.7976931348623157e+308`. */
const NUMBER_BYTES = 24;

/**
 * How much a call may be sent, in bytes: as little as its schema leaves room for.
 * Throws for a schema that leaves room without an end, so that no call can be without a limit.
 */
export function bodyLimit({ id, access, body }: Pick<Call, 'id' | 'access' | 'body'>): number {
  if (body === undefined) return LEEWAY_BYTES;
  if (isFileBody(body)) return body.maxBytes + MULTIPART_OVERHEAD_BYTES;
  return Math.min(longestJson(body, id) + LEEWAY_BYTES, MAX_BYTES[access]);
}

/**
 * The bytes of the longest JSON that a schema takes, without the spaces between its parts.
 * @param place names the part that has no bound
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

/** Beside the values of a schema: keys that a newer app adds, and one more item than may be, which is said so. */
export const LEEWAY_VALUES = 1_000;
const VALUES_FACTOR = 2;
const counted = new WeakMap<object, number>();

/** How many values, those in lists and objects counted, the body of a call may have before it is parsed. */
export function maxValues({ body }: Pick<Call, 'body'>): number {
  if (body === undefined || isFileBody(body)) return LEEWAY_VALUES;
  const known = counted.get(body) ?? VALUES_FACTOR * valuesOf(body) + LEEWAY_VALUES;
  counted.set(body, known);
  return known;
}

/** The values of the fullest JSON that a schema takes; its lists have bounds. */
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
