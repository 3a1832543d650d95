import fc, { type Arbitrary } from 'fast-check';
import * as v from 'valibot';

type Schema = v.GenericSchema;

/** Values that mean something to the server, so that not every guess is a stranger. */
export interface Known {
  readonly texts: readonly string[];
  /** Entries that belong together, laid over every second object that has any of them. */
  readonly sets: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Values that a schema of the contract takes, of every shape it allows. Throws for a kind of schema
 * that the contract did not use so far.
 */
export function arbitraryOf(schema: Schema, known: Known): Arbitrary<unknown> {
  const fits = (value: unknown) => v.is(schema, value);
  switch (schema.type) {
    case 'string':
      return texts(schema, known).filter(fits);
    case 'number':
      return numbers(schema).filter(fits);
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constant(part<unknown>(schema, 'literal'));
    case 'picklist':
      return fc.constantFrom(...part<unknown[]>(schema, 'options'));
    case 'nullable':
      return fc.option(arbitraryOf(part(schema, 'wrapped'), known), { nil: null });
    case 'array':
      return fc
        .array(arbitraryOf(part(schema, 'item'), known), {
          minLength: bound(schema, 'min_length') ?? 0,
          maxLength: Math.min(bound(schema, 'max_length') ?? 4, 4),
        })
        .filter(fits);
    case 'union':
    case 'variant':
      return fc.oneof(
        ...part<Schema[]>(schema, 'options').map((option) => arbitraryOf(option, known)),
      );
    case 'object':
      return objects(schema, known).filter(fits);
    default:
      throw new Error(`There is no arbitrary for the schema type ${schema.type} yet.`);
  }
}

/**
 * Values that a schema does not take, but nearly: a valid one with something in it replaced, taken
 * away or put in another place.
 */
export function nearMissOf(schema: Schema, known: Known): Arbitrary<unknown> {
  const junk = fc.constantFrom(null, true, -1, 1.5, 1e21, '', 'no such value', '\u0001', [], {}, [
    [],
  ]);
  return fc
    .tuple(arbitraryOf(schema, known), fc.nat(), junk, fc.boolean())
    .map(([value, place, wrong, remove]) => spoil(value, place, remove ? undefined : wrong))
    .filter((value) => !v.is(schema, value));
}

/** Replaces the `place`th part of a value, counted modulo its parts. */
function spoil(value: unknown, place: number, wrong: unknown): unknown {
  if (typeof value !== 'object' || value === null) return wrong;
  const keys = Object.keys(value);
  const key = keys[place % Math.max(keys.length, 1)];
  if (key === undefined) return wrong;
  const inner: unknown = (value as Record<string, unknown>)[key];
  const deeper = typeof inner === 'object' && inner !== null && place % 3 !== 0;
  const next = deeper ? spoil(inner, Math.floor(place / keys.length), wrong) : wrong;
  if (!Array.isArray(value)) return { ...value, [key]: next };
  return value.map((item: unknown, index) => (String(index) === key ? next : item));
}

function objects(schema: Schema, known: Known): Arbitrary<unknown> {
  const entries = Object.entries(part<Record<string, Schema>>(schema, 'entries'));
  const arbitraries = entries.map(([key, entry]) => {
    const optional = entry.type === 'optional';
    const inner = arbitraryOf(optional ? part(entry, 'wrapped') : entry, known);
    return [key, { optional, inner }] as const;
  });
  const record = fc.record(
    Object.fromEntries(arbitraries.map(([key, { inner }]) => [key, inner])),
    { requiredKeys: arbitraries.filter(([, { optional }]) => !optional).map(([key]) => key) },
  );
  const sets = overlays(new Set(entries.map(([key]) => key)), known);
  return fc
    .tuple(record, fc.constantFrom({}, ...sets), fc.boolean())
    .map(([value, set, laid]): object => (laid ? { ...value, ...set } : value));
}

/** What of the known sets an object with these keys has a place for. */
function overlays(keys: ReadonlySet<string>, known: Known): Record<string, unknown>[] {
  return known.sets
    .map((set) => Object.fromEntries(Object.entries(set).filter(([key]) => keys.has(key))))
    .filter((set) => Object.keys(set).length > 0);
}

function texts(schema: Schema, known: Known): Arbitrary<string> {
  const fits = known.texts.filter((text) => v.is(schema, text));
  const fresh = fromMemo(schema);
  return fits.length === 0 ? fresh : fc.oneof(fresh, fc.constantFrom(...fits));
}

/** To make one of a regular expression, or of all there is in Unicode, takes a hundred times as long as a value of it. */
const memo = new WeakMap<Schema, Arbitrary<string>>();
function fromMemo(schema: Schema): Arbitrary<string> {
  const made = memo.get(schema) ?? freshTexts(schema);
  memo.set(schema, made);
  return made;
}

function freshTexts(schema: Schema): Arbitrary<string> {
  const actions = pipeOf(schema);
  if (actions.some((action) => action.type === 'uuid')) return fc.uuid();
  if (actions.some((action) => action.type === 'email')) {
    return fc.stringMatching(/^[a-z]{1,10}(\.[a-z]{1,10})?@[a-z]{1,10}\.[a-z]{2,5}$/);
  }
  const size = {
    minLength: bound(schema, 'min_length') ?? 0,
    maxLength: Math.min(bound(schema, 'max_length') ?? 40, 200),
  };
  const anyText = fc.oneof(
    fc.string(size),
    fc.string({ ...size, unit: 'binary' }),
    fc.constantFrom("'; drop table scans; --", '%_\\', '<b>', '\u0000', '🏠', '{"a":1}', '[]'),
  );
  const regex = actions.find((action) => action.type === 'regex')?.requirement;
  // Of a regular expression that only forbids, any text may do.
  if (!(regex instanceof RegExp) || regex.source.startsWith('^[^')) return anyText;
  return fc.stringMatching(regex);
}

function numbers(schema: Schema): Arbitrary<number> {
  const min = bound(schema, 'min_value') ?? -1000;
  const max = bound(schema, 'max_value') ?? 1_000_000;
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

function bound(schema: Schema, type: string): number | undefined {
  const requirement = pipeOf(schema).find((action) => action.type === type)?.requirement;
  return typeof requirement === 'number' ? requirement : undefined;
}

/** A schema's own part: valibot keeps `options`, `item`, `entries` and so on as plain properties. */
function part<T>(schema: Schema, name: string): T {
  if (!(name in schema)) throw new Error(`A schema of type ${schema.type} has no ${name}.`);
  // It is there: the line above has looked.
  return (schema as unknown as Record<string, T>)[name]!;
}
