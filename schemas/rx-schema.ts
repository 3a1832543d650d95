import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** A part of a JSON schema, as far as the local store reads it. */
export interface JsonPart {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonPart>>;
  readonly items?: JsonPart;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonPart[];
  readonly additionalProperties?: boolean | JsonPart;
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

/** What the store does not check: values are checked by valibot where they come in. */
const UNCHECKED = new Set(['$schema', 'format', 'pattern']);

/**
 * Derives a collection's schema from the entity's valibot schema. Indexed fields get the bounds that
 * the store's index keys need.
 * @throws Error when an indexed field is optional, nullable or without bounds
 */
export function rxSchema(
  document: v.GenericSchema,
  plan: { version: number; primaryKey: string; indexes: readonly Index[] },
): RxSchema {
  const ignoreActions = ['trim', 'check', 'finite'];
  const whole = strip(toJsonSchema(document, { ignoreActions })) as JsonPart;
  const indexed = new Set([plan.primaryKey, ...plan.indexes.flat()]);
  const bounded = [...indexed].reduce(
    (part, path) => withBounds(part, path.split('.'), path),
    whole,
  );
  return {
    version: plan.version,
    primaryKey: plan.primaryKey,
    type: 'object',
    properties: { ...bounded.properties },
    required: bounded.required ?? [],
    indexes: plan.indexes,
  };
}

function strip(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(strip);
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).filter(([key]) => !UNCHECKED.has(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, strip(value)]));
}

function withBounds(part: JsonPart, steps: readonly string[], path: string): JsonPart {
  const [step, ...rest] = steps;
  if (step === undefined) return boundsOf(part, path);
  const inner = part.properties?.[step];
  if (!inner || !part.required?.includes(step)) throw new Error(`${path} must be required`);
  return { ...part, properties: { ...part.properties, [step]: withBounds(inner, rest, path) } };
}

function boundsOf(part: JsonPart, path: string): JsonPart {
  const options = part.enum ?? [];
  if (part.type === 'string') {
    const maxLength = part.maxLength ?? Math.max(...options.map((option) => String(option).length));
    if (maxLength > 0) return { ...part, maxLength };
  }
  if (part.type === 'number' || part.type === 'integer') {
    const minimum = part.minimum ?? Math.min(...options.map(Number));
    const maximum = part.maximum ?? Math.max(...options.map(Number));
    // Every number that the store indexes is a whole one.
    if (Number.isFinite(minimum) && Number.isFinite(maximum)) {
      return { ...part, minimum, maximum, multipleOf: 1 };
    }
  }
  throw new Error(`${path} cannot be indexed: it needs bounds`);
}
