import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** A part of a JSON schema, as far as the local store needs it to build its indexes. */
export interface JsonPart {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonPart>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly maxLength?: number;
}

/** A collection's schema as RxDB takes it: a plain object, so that this folder needs no RxDB. */
export interface RxSchema {
  readonly version: number;
  readonly primaryKey: string;
  readonly type: 'object';
  readonly properties: Record<string, JsonPart>;
  readonly required: readonly string[];
  readonly indexes: readonly (string | readonly string[])[];
}

export type Index = string | readonly string[];

/**
 * Derives a collection's schema from the entity's valibot schema: the names of its fields, and of the
 * indexed ones what the store's index keys need. The rest stays out: values are checked by valibot where
 * they come in, and the store reads, hashes and compares its schemas at every start.
 * @throws Error when an indexed field is optional, nullable or without bounds
 */
export function rxSchema(
  document: v.GenericSchema,
  plan: { version: number; primaryKey: string; indexes: readonly Index[] },
): RxSchema {
  const whole = documentShape(document);
  const indexed = [plan.primaryKey, ...plan.indexes.flat()];
  const names = Object.keys(whole.properties ?? {});
  const start: JsonPart = { properties: Object.fromEntries(names.map((name) => [name, {}])) };
  const { properties, required } = indexed.reduce(
    (slim, path) => withIndexed(slim, whole, path.split('.'), path),
    start,
  );
  return {
    version: plan.version,
    primaryKey: plan.primaryKey,
    type: 'object',
    properties: { ...properties },
    required: required ?? [],
    indexes: plan.indexes,
  };
}

/** All that a document's schema says of its shape. */
export function documentShape(document: v.GenericSchema): JsonPart {
  return toJsonSchema(document, { ignoreActions: ['transform', 'check', 'finite'] }) as JsonPart;
}

/** Adds a field that is indexed to a schema, with its bounds and what leads to it. */
function withIndexed(
  slim: JsonPart,
  whole: JsonPart,
  [step, ...rest]: readonly string[],
  path: string,
): JsonPart {
  if (step === undefined) return boundsOf(whole, path);
  const inner = whole.properties?.[step];
  if (!inner || !whole.required?.includes(step)) throw new Error(`${path} must be required`);
  const known = slim.properties?.[step] ?? {};
  return {
    ...slim,
    properties: { ...slim.properties, [step]: withIndexed(known, inner, rest, path) },
    required: [...new Set([...(slim.required ?? []), step])],
  };
}

function boundsOf({ type, enum: options = [], ...part }: JsonPart, path: string): JsonPart {
  if (type === 'string') {
    const maxLength = part.maxLength ?? Math.max(...options.map((option) => String(option).length));
    if (maxLength > 0) return { type, maxLength };
  }
  if (type === 'number' || type === 'integer') {
    const minimum = part.minimum ?? Math.min(...options.map(Number));
    const maximum = part.maximum ?? Math.max(...options.map(Number));
    // Every number that the store indexes is a whole one.
    if (Number.isFinite(minimum) && Number.isFinite(maximum)) {
      return { type, minimum, maximum, multipleOf: 1 };
    }
  }
  throw new Error(`${path} cannot be indexed: it needs bounds`);
}
