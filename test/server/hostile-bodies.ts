import fc from 'fast-check';
import * as v from 'valibot';
import { type Call, isFileBody } from '#schemas/api/call.ts';
import { getMaxLength, inspectSchema } from '#server/http/contract/inspect-schema.ts';
import { arbitraryOf } from './arbitrary.ts';
import { type HostileBody, hostileForms } from './hostile-forms.ts';

/** Unexpected list items: the smallest of each kind. */
const items = ['0', '""', '{}', '[]', 'null', '{"a":0}', '"\\ud800"', '{"__proto__":0}'];
/** Size of the JSON inside a text field, which some calls have. */
const INNER_BYTES = 3_000;
const innerItems = ['0', '{}', '[]', '[[0]]'];

/**
 * Builds the worst known bodies for a call from its schema, so that new calls are covered as well.
 * @param limit maximum size in bytes
 */
export function hostileBodies({ body }: Call, limit: number): HostileBody[] {
  if (body === undefined) return [];
  if (isFileBody(body)) return hostileForms(body, limit);
  const generalVariants = [
    { name: 'deep lists', payload: '['.repeat(limit) },
    { name: 'deep objects', payload: '{"a":'.repeat(limit / 5) },
    { name: 'many keys', payload: `{${manyKeys(limit)}}` },
    ...items.map((item) => ({ name: `a list of ${item}`, payload: listOf(item, limit) })),
  ];
  const textVariants = innerItems.map((item) => ({
    name: `texts of ${item}`,
    payload: JSON.stringify(largestBody(body, listOf(item, INNER_BYTES))),
  }));
  const schemaVariants = schemaLocations(body).flatMap((location) => [
    ...location.hostileValues(limit).map(({ name, json }) => ({
      name: `${location.name}: ${name}`,
      payload: JSON.stringify(location.envelope).replace(MARK, () => json),
    })),
  ]);
  return [...generalVariants, ...textVariants, ...schemaVariants].map((variant) => ({
    ...variant,
    type: 'application/json',
  }));
}

function manyKeys(bytes: number): string {
  const jsonEntries = Array.from(
    { length: Math.floor(bytes / 16) },
    (_, index) => `"key ${index}":0`,
  );
  return jsonEntries
    .join(',')
    .slice(0, bytes - 2)
    .replace(/,[^,]*$/, '');
}

function listOf(item: string, bytes: number): string {
  return listOfMany(item, Math.floor((bytes - 2) / (item.length + 1)));
}

function listOfMany(item: string, count: number): string {
  return `[${Array.from({ length: count }, () => item).join(',')}]`;
}

/** A list or text within a schema, and the rest of the body around it. */
interface SchemaLocation {
  readonly name: string;
  /** The body, with `MARK` at the location to fill. */
  readonly envelope: unknown;
  readonly hostileValues: (limit: number) => { readonly name: string; readonly json: string }[];
}

const MARK_TEXT = '@here@';
const MARK = JSON.stringify(MARK_TEXT);
/** Maximum size of the rest of a body, in bytes. */
const MAX_ENVELOPE_BYTES = 2_000;

function schemaLocations(
  genericSchema: v.GenericSchema,
  name = 'body',
  wrap = (value: unknown) => value,
): SchemaLocation[] {
  const schema = inspectSchema(genericSchema);
  if (schema.type === 'optional' || schema.type === 'nullable') {
    return schemaLocations(schema.wrapped, name, wrap);
  }
  if (schema.type === 'union' || schema.type === 'variant') {
    return schema.options.flatMap((option) => schemaLocations(option, name, wrap));
  }
  if (schema.type === 'object') {
    return Object.entries(schema.entries).flatMap(([key, entry]) =>
      schemaLocations(entry, `${name}.${key}`, (value) =>
        wrap({ ...smallestObject(schema.entries), [key]: value }),
      ),
    );
  }
  const maxLength = getMaxLength(schema) ?? 0;
  const location = { name, envelope: wrap(MARK_TEXT) };
  if (schema.type === 'string') {
    return [
      {
        ...location,
        hostileValues: (limit) => hostileTexts(limit - MAX_ENVELOPE_BYTES, maxLength),
      },
    ];
  }
  if (schema.type !== 'array') return [];
  const itemJson = [...items, JSON.stringify(smallestValue(schema.item))];
  const hostileValues = (limit: number) =>
    itemJson.flatMap((item) => [
      {
        name: `as many ${item} as the size limit allows`,
        json: listOf(item, limit - MAX_ENVELOPE_BYTES),
      },
      { name: `as many ${item} as the list allows`, json: listOfMany(item, maxLength) },
    ]);
  const inner = schemaLocations(schema.item, `${name}.0`, (value) => wrap([value]));
  return [{ ...location, hostileValues }, ...inner];
}

/** Builds long texts, and JSON in texts of the maximum length. */
function hostileTexts(limit: number, maxLength: number): { name: string; json: string }[] {
  const longTexts = ['a', ' ', '\u0001', 'a.', '0-', '@a'].map((fragment) => ({
    name: `a text of ${JSON.stringify(fragment)}`,
    json: JSON.stringify(fragment.repeat(limit / JSON.stringify(fragment).length)),
  }));
  const inner = [...innerItems.map((item) => listOf(item, maxLength)), '['.repeat(maxLength)];
  const nestedTexts = inner.map((json) => ({
    name: `a text of ${json.slice(0, 8)}`,
    json: JSON.stringify(json),
  }));
  return [...longTexts, ...nestedTexts];
}

/** Returns the smallest value that selects a variant: an object with only its literals. */
function smallestValue(genericSchema: v.GenericSchema): unknown {
  const schema = inspectSchema(genericSchema);
  if (schema.type === 'object') return smallestObject(schema.entries);
  const [option] = schema.type === 'variant' ? schema.options : [];
  return option === undefined ? 0 : smallestValue(option);
}

function smallestObject(entries: Readonly<Record<string, v.GenericSchema>>): object {
  const entriesWithLiterals = Object.entries(entries).flatMap(
    ([key, entry]): [string, unknown][] => {
      const schema = inspectSchema(entry);
      if (schema.type === 'literal') return [[key, schema.literal]];
      return schema.type === 'object' ? [[key, smallestObject(schema.entries)]] : [];
    },
  );
  return Object.fromEntries(entriesWithLiterals);
}

/** Returns a valid body with lists of maximum length and `text` in each field that allows it. */
function largestBody(genericSchema: v.GenericSchema, text: string): unknown {
  const schema = inspectSchema(genericSchema);
  if (schema.type === 'optional' || schema.type === 'nullable') {
    return largestBody(schema.wrapped, text);
  }
  if (schema.type === 'union' || schema.type === 'variant') {
    return schema.options.map((option) => largestBody(option, text))[0];
  }
  if (schema.type === 'object') {
    const fullEntries = Object.entries(schema.entries).map(
      ([key, entry]) => [key, largestBody(entry, text)] as const,
    );
    return Object.fromEntries(fullEntries);
  }
  const maxLength = getMaxLength(schema) ?? 0;
  if (schema.type === 'array') {
    const item = largestBody(schema.item, text);
    return Array.from({ length: maxLength }, () => item);
  }
  const truncatedText = text.slice(0, maxLength);
  if (truncatedText.length > 500 && v.is(genericSchema, truncatedText)) return truncatedText;
  return fc.sample(arbitraryOf(genericSchema, { texts: [], sets: [] }), {
    numRuns: 1,
    seed: 14,
  })[0];
}
