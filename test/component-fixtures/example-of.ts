import * as v from 'valibot';
import type { Call } from '#schemas/api/call.ts';

type Schema = v.GenericSchema;
type RowOf<C extends Call> =
  v.InferInput<C['result']> extends { readonly data: readonly (infer Row)[] } ? Row : never;

/** Texts to try for a string schema, because a schema can require a format. */
const texts = [
  '',
  'a',
  '2026-05-04T10:00:00.000Z',
  '2026-05-04',
  '00000000-0000-4000-8000-000000000000',
  'a@club.example',
  '1',
  'en',
  'ABCD-EFGH-JKMN-PQRS',
];
const numbers = [0, 1, 200, 2026];

/** Returns a minimal valid value of a schema (empty texts and lists, null, 0, false) with the given changes. */
export function exampleOf<S extends Schema>(
  schema: S,
  changes: Partial<v.InferInput<S>> = {},
): v.InferInput<S> {
  return { ...(valueOf(schema) as object), ...changes } as v.InferInput<S>;
}

/** Returns a console list with a single page. Fields that a row lacks are filled in as by `exampleOf`. */
export function pageOf<C extends Call>(
  { result }: C,
  rows: readonly Partial<RowOf<C>>[],
): v.InferInput<C['result']> {
  const data = partOf<Record<string, Schema>>(result, 'entries')['data'];
  if (!data) throw new Error('The call isn’t a list.');
  const item = partOf<Schema>(data, 'item');
  return exampleOf(result, {
    data: rows.map((row) => ({ ...(valueOf(item) as object), ...row })),
  } as Partial<v.InferInput<C['result']>>);
}

function valueOf(schema: Schema): unknown {
  switch (schema.type) {
    case 'loose_object':
    case 'object':
      return Object.fromEntries(
        Object.entries(partOf<Record<string, Schema>>(schema, 'entries'))
          .filter(([, { type }]) => type !== 'optional')
          .map(([name, entry]) => [name, valueOf(entry)]),
      );
    case 'array':
      return v.is(schema, []) ? [] : [valueOf(partOf<Schema>(schema, 'item'))];
    case 'record':
      return {};
    case 'nullable':
    case 'unknown':
      return null;
    case 'boolean':
      return false;
    case 'literal':
      return partOf(schema, 'literal');
    case 'picklist':
      return partOf<unknown[]>(schema, 'options')[0];
    case 'union':
    case 'variant':
      return partOf<Schema[]>(schema, 'options').map(valueOf)[0];
    case 'string':
      return firstValid(schema, texts);
    case 'number':
      return firstValid(schema, numbers);
    default:
      throw new Error(`There is no example of the schema type ${schema.type} yet.`);
  }
}

function firstValid(schema: Schema, values: readonly unknown[]): unknown {
  const value = values.find((each) => v.is(schema, each));
  if (value === undefined) throw new Error(`No example fits a schema of type ${schema.type}.`);
  return value;
}

/** Reads a schema's own property. */
function partOf<T>(schema: Schema, name: string): T {
  if (!(name in schema)) throw new Error(`A schema of type ${schema.type} has no ${name}.`);
  // The line above has checked that it exists.
  return (schema as unknown as Record<string, T>)[name]!;
}
