import fc, { type Arbitrary } from 'fast-check';
import * as v from 'valibot';

type Schema = v.GenericSchema;

/** Values of existing records, so that some generated requests refer to them. */
export interface Samples {
  readonly texts: readonly string[];
  /** Fields that belong together; they are merged into every second object that has any of them. */
  readonly sets: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Generates every shape of value that a contract schema accepts. Throws for a kind of schema
 * that the contract hasn't used yet.
 */
export function arbitraryOf(schema: Schema, samples: Samples): Arbitrary<unknown> {
  const isValid = (value: unknown) => v.is(schema, value);
  switch (schema.type) {
    case 'string':
      return textArbitrary(schema, samples).filter(isValid);
    case 'number':
      return numberArbitrary(schema).filter(isValid);
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constant(propertyOf<unknown>(schema, 'literal'));
    case 'picklist':
      return fc.constantFrom(...propertyOf<unknown[]>(schema, 'options'));
    case 'nullable':
      return fc.option(arbitraryOf(propertyOf(schema, 'wrapped'), samples), { nil: null });
    case 'array':
      return fc
        .array(arbitraryOf(propertyOf(schema, 'item'), samples), {
          minLength: limitOf(schema, 'min_length') ?? 0,
          maxLength: Math.min(limitOf(schema, 'max_length') ?? 4, 4),
        })
        .filter(isValid);
    case 'union':
    case 'variant':
      return fc.oneof(
        ...propertyOf<Schema[]>(schema, 'options').map((option) => arbitraryOf(option, samples)),
      );
    case 'object':
      return objectArbitrary(schema, samples).filter(isValid);
    default:
      throw new Error(`There is no arbitrary for the schema type ${schema.type} yet.`);
  }
}

/**
 * Generates almost valid values: a valid one with a part replaced, removed or moved
 * elsewhere.
 */
export function nearMissOf(schema: Schema, samples: Samples): Arbitrary<unknown> {
  const invalidValues = fc.constantFrom(
    null,
    true,
    -1,
    1.5,
    1e21,
    '',
    'no such value',
    '\u0001',
    [],
    {},
    [[]],
  );
  return fc
    .tuple(arbitraryOf(schema, samples), fc.nat(), invalidValues, fc.boolean())
    .map(([value, index, replacement, remove]) =>
      corrupt(value, index, remove ? undefined : replacement),
    )
    .filter((value) => !v.is(schema, value));
}

/** Replaces one part of a value; `position` is an index modulo the number of parts. */
function corrupt(value: unknown, position: number, replacement: unknown): unknown {
  if (typeof value !== 'object' || value === null) return replacement;
  const keys = Object.keys(value);
  const key = keys[position % Math.max(keys.length, 1)];
  if (key === undefined) return replacement;
  const inner: unknown = (value as Record<string, unknown>)[key];
  const isNested = typeof inner === 'object' && inner !== null && position % 3 !== 0;
  const newValue = isNested
    ? corrupt(inner, Math.floor(position / keys.length), replacement)
    : replacement;
  if (!Array.isArray(value)) return { ...value, [key]: newValue };
  return value.map((item: unknown, index) => (String(index) === key ? newValue : item));
}

function objectArbitrary(schema: Schema, samples: Samples): Arbitrary<unknown> {
  const entries = Object.entries(propertyOf<Record<string, Schema>>(schema, 'entries'));
  const arbitraries = entries.map(([key, entry]) => {
    const isOptional = entry.type === 'optional';
    const inner = arbitraryOf(isOptional ? propertyOf(entry, 'wrapped') : entry, samples);
    return [key, { optional: isOptional, inner }] as const;
  });
  const record = fc.record(
    Object.fromEntries(arbitraries.map(([key, { inner }]) => [key, inner])),
    { requiredKeys: arbitraries.filter(([, { optional }]) => !optional).map(([key]) => key) },
  );
  const sets = listOverlays(new Set(entries.map(([key]) => key)), samples);
  return fc
    .tuple(record, fc.constantFrom({}, ...sets), fc.boolean())
    .map(([value, overlay, isApplied]): object => (isApplied ? { ...value, ...overlay } : value));
}

/** Returns the known sets, reduced to the given keys; drops empty ones. */
function listOverlays(keys: ReadonlySet<string>, samples: Samples): Record<string, unknown>[] {
  return samples.sets
    .map((overlay) => Object.fromEntries(Object.entries(overlay).filter(([key]) => keys.has(key))))
    .filter((overlay) => Object.keys(overlay).length > 0);
}

function textArbitrary(schema: Schema, samples: Samples): Arbitrary<string> {
  const validSamples = samples.texts.filter((text) => v.is(schema, text));
  const generatedTexts = cachedTexts(schema);
  return validSamples.length === 0
    ? generatedTexts
    : fc.oneof(generatedTexts, fc.constantFrom(...validSamples));
}

/** Arbitraries by schema: building one from a regex or Unicode takes 100 times as long as drawing a value. */
const textArbitraries = new WeakMap<Schema, Arbitrary<string>>();
function cachedTexts(schema: Schema): Arbitrary<string> {
  const texts = textArbitraries.get(schema) ?? createTexts(schema);
  textArbitraries.set(schema, texts);
  return texts;
}

function createTexts(schema: Schema): Arbitrary<string> {
  const actions = pipeOf(schema);
  if (actions.some((action) => action.type === 'uuid')) return fc.uuid();
  if (actions.some((action) => action.type === 'email')) {
    return fc.stringMatching(/^[a-z]{1,10}(\.[a-z]{1,10})?@[a-z]{1,10}\.[a-z]{2,5}$/);
  }
  const size = {
    minLength: limitOf(schema, 'min_length') ?? 0,
    maxLength: Math.min(limitOf(schema, 'max_length') ?? 40, 200),
  };
  const anyText = fc.oneof(
    fc.string(size),
    fc.string({ ...size, unit: 'binary' }),
    fc.constantFrom("'; drop table scans; --", '%_\\', '<b>', '\u0000', '🏠', '{"a":1}', '[]'),
  );
  const regex = actions.find((action) => action.type === 'regex')?.requirement;
  // A regex that only forbids characters accepts almost any text.
  if (!(regex instanceof RegExp) || regex.source.startsWith('^[^')) return anyText;
  return fc.stringMatching(regex);
}

function numberArbitrary(schema: Schema): Arbitrary<number> {
  const min = limitOf(schema, 'min_value') ?? -1000;
  const max = limitOf(schema, 'max_value') ?? 1_000_000;
  if (pipeOf(schema).some((action) => action.type === 'integer')) {
    return fc.oneof(fc.integer({ min, max }), fc.integer({ min, max: Math.min(max, min + 5) }));
  }
  return fc.double({ min, max, noNaN: true });
}

interface Action {
  readonly type: string;
  readonly requirement?: unknown;
}

function pipeOf(schema: Schema): readonly Action[] {
  return 'pipe' in schema ? (schema.pipe as readonly Action[]) : [];
}

function limitOf(schema: Schema, type: string): number | undefined {
  const requirement = pipeOf(schema).find((action) => action.type === type)?.requirement;
  return typeof requirement === 'number' ? requirement : undefined;
}

/** Reads a schema's own property: valibot keeps `options`, `item`, `entries` etc. as plain properties. */
function propertyOf<T>(schema: Schema, name: string): T {
  if (!(name in schema)) throw new Error(`A schema of type ${schema.type} has no ${name}.`);
  // The line above has checked that it exists.
  return (schema as unknown as Record<string, T>)[name]!;
}
