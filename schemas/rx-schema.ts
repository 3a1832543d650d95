import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** The part of a JSON schema that the local store needs for its indexes. */
interface JsonPart {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonPart>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly maxLength?: number;
}

/** A collection's schema for RxDB, as a plain object so that this folder doesn't depend on RxDB. */
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
 * Derives a collection's RxDB schema from the entity's valibot schema: all field names, and for indexed fields
 * the bounds that index keys need. Omits everything else, because valibot checks incoming values, and the store
 * reads, hashes and compares its schemas at every start.
 * @throws Error if an indexed field is optional, nullable or unbounded
 */
export function rxSchema(
  document: v.GenericSchema,
  definition: { version: number; primaryKey: string; indexes: readonly Index[] },
): RxSchema {
  const fullSchema = documentJsonSchema(document);
  const indexedPaths = [definition.primaryKey, ...definition.indexes.flat()];
  const names = Object.keys(fullSchema.properties ?? {});
  const namesOnly: JsonPart = { properties: Object.fromEntries(names.map((name) => [name, {}])) };
  const { properties, required } = indexedPaths.reduce(
    (reducedSchema, path) => withIndexedField(reducedSchema, fullSchema, path.split('.'), path),
    namesOnly,
  );
  return {
    version: definition.version,
    primaryKey: definition.primaryKey,
    type: 'object',
    properties: { ...properties },
    required: required ?? [],
    indexes: definition.indexes,
  };
}

/** Converts a document's valibot schema to JSON schema. */
export function documentJsonSchema(document: v.GenericSchema): JsonPart {
  return toJsonSchema(document, { ignoreActions: ['transform', 'check', 'finite'] }) as JsonPart;
}

/** Adds an indexed field with its bounds, and its parent objects. */
function withIndexedField(
  reducedSchema: JsonPart,
  fullSchema: JsonPart,
  [step, ...remainingSteps]: readonly string[],
  path: string,
): JsonPart {
  if (step === undefined) return boundsOf(fullSchema, path);
  const property = fullSchema.properties?.[step];
  if (!property || !fullSchema.required?.includes(step))
    throw new Error(`${path} must be required`);
  const existingProperty = reducedSchema.properties?.[step] ?? {};
  return {
    ...reducedSchema,
    properties: {
      ...reducedSchema.properties,
      [step]: withIndexedField(existingProperty, property, remainingSteps, path),
    },
    required: [...new Set([...(reducedSchema.required ?? []), step])],
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
    // All indexed numbers are whole.
    if (Number.isFinite(minimum) && Number.isFinite(maximum)) {
      return { type, minimum, maximum, multipleOf: 1 };
    }
  }
  throw new Error(`${path} cannot be indexed: it needs bounds`);
}
