import type * as v from 'valibot';
import { maxLengthOf, inspectSchema } from './inspect-schema.ts';

/**
 * Finds a list that is longer than its schema allows, before anything looks at its items: valibot judges all
 * of them first and the length last, and keeps a problem for each.
 * @returns its place, as a dotted path below `place`, or null
 */
export function findOverlongList(
  of: v.GenericSchema,
  value: unknown,
  place: string,
): string | null {
  const schema = inspectSchema(of);
  if (schema.type === 'optional' || schema.type === 'nullable') {
    return findOverlongList(schema.wrapped, value, place);
  }
  if (schema.type === 'union' || schema.type === 'variant') {
    return first(schema.options, (option) => findOverlongList(option, value, place));
  }
  if (schema.type === 'array' && Array.isArray(value)) {
    if (value.length > (maxLengthOf(schema) ?? 0)) return place;
    return first(value.entries(), ([at, item]) =>
      findOverlongList(schema.item, item, `${place}.${at}`),
    );
  }
  if (schema.type === 'object' && typeof value === 'object' && value !== null) {
    const parts = value as Record<string, unknown>;
    return first(Object.entries(schema.entries), ([key, entry]) =>
      findOverlongList(entry, parts[key], `${place}.${key}`),
    );
  }
  return null;
}

function first<T>(all: Iterable<T>, find: (one: T) => string | null): string | null {
  for (const one of all) {
    const found = find(one);
    if (found !== null) return found;
  }
  return null;
}
