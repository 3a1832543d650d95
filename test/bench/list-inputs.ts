import * as v from 'valibot';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';

/** Input of a list: its record, and one combination of filters and order. */
export interface ListInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Placeholder for the cursor that the first page returns. */
export const SECOND_PAGE = 'second page';
/** Page size with which the console selects all matching rows. */
const SELECTED_PAGE = 50;

/** Values for filters that need a certain format. */
const examples: Readonly<Record<string, readonly unknown[]>> = {
  period: ['2026', '2026-09'],
  serial: ['G77777'],
  batch: ['00000000-0000-4000-8000-000000000001'],
};
/** Frequent, rare, partial, shortest and unknown texts. Only the busiest company is called “Gigant”. */
const searches = [
  'Kowalski',
  'now',
  'dachy',
  'kowalski warszawa',
  'gigant',
  'G77777',
  'no',
  'bl',
  '7',
  'xyzzy',
];
const paging = new Set(['cursor', 'limit', 'sort', 'region']);
/** Names of a period's first moment and the moment after its end. */
const periodEntries = [
  ['from', 'until'],
  ['since', 'before'],
] as const;
/** A day, a month and a year; the day and the month are long past, so that most rows are newer. */
const periods = [
  ['2024-03-05', '2024-03-06'],
  ['2024-11-01', '2024-12-01'],
  ['2025-01-01', '2026-01-01'],
] as const;

/** The parts of a valibot schema that are read here. */
interface Schema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly wrapped?: Schema;
  readonly pipe?: readonly Schema[];
  readonly options?: readonly unknown[];
}

/** True for calls that read many records: lists, and counts and sums of records. */
function readsMany({ method, scope, query }: OperatorCall): boolean {
  if (method !== 'GET') return false;
  return scope === 'list' || (query !== undefined && scope !== 'none');
}

/**
 * Lists the inputs of a console list: each filter alone with each order, in one country and in all. Read from the
 * call's declaration, so that a new filter is measured too.
 * @param records values for filters by name, and record ids by the kind of id in the path
 * @returns none if the call doesn't read many records
 */
export function listInputs(
  call: OperatorCall,
  records: Readonly<Record<string, string>>,
): ListInput[] {
  const body = bodyOf(call, records);
  if (body !== null) return [{ params: {}, query: {}, body }];
  if (!readsMany(call)) return [];
  const entries = (call.query as Schema | undefined)?.entries ?? {};
  const params = paramsOf(call, records);
  const required = Object.entries(entries).filter(([, { type }]) => type !== 'optional');
  const bases = combine(required.map(([name, schema]) => choices(name, schema, records)));
  const filters = [
    {},
    ...Object.entries(entries)
      .filter(([name, { type }]) => type === 'optional' && !paging.has(name))
      .flatMap(([name, schema]) => choices(name, schema, records)),
    ...periodsOf(entries, records),
  ];
  const orders = [{}, ...(entries['sort'] ? choices('sort', entries['sort'], records) : [])];
  // A required country is among the bases.
  const hasCountry = entries['region']?.type === 'optional';
  const countries = hasCountry ? [{}, { region: Number(records['region']) }] : [{}];
  const queries = combine([bases, filters, orders, countries]).map((query) => ({
    ...query,
    ...(entries['limit'] && { limit: 50 }),
  }));
  const pages =
    entries['cursor'] && entries['limit']
      ? bases.map((query) => ({ ...query, limit: SELECTED_PAGE, cursor: SECOND_PAGE }))
      : [];
  return [...queries, ...pages].map((query) => ({ params, query }));
}

/** Lists the periods that a report links to, each alone and with each view of the list. */
function periodsOf(
  entries: Readonly<Record<string, Schema>>,
  records: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>>[] {
  const names = periodEntries.find((pair) => pair.every((name) => entries[name]));
  if (names === undefined) return [];
  const views = Object.entries(entries).filter(([name]) => name === 'view' || name === 'state');
  const queries = periods.map((days) =>
    Object.fromEntries(
      names.map((name, index) => {
        const day = days[index] ?? '';
        const takesDays = v.safeParse(entries[name] as unknown as v.GenericSchema, day).success;
        return [name, takesDays ? day : `${day}T00:00:00.000Z`];
      }),
    ),
  );
  const shown = views.flatMap(([name, schema]) => choices(name, schema, records));
  return combine([queries, [{}, ...shown]]);
}

/** Body of a call that claims a queue's next records or reports presence; null for other calls. */
function bodyOf(
  { id, method, body }: OperatorCall,
  records: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> | null {
  if (method !== 'POST') return null;
  if (id === 'reportPresence') return { kind: 'company', record: records['company'] };
  return (body as Schema | undefined)?.entries?.['skipped'] ? { skipped: [] } : null;
}

/** Lists the values to try for a filter, each as a query. */
function choices(
  name: string,
  schema: Schema,
  records: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>>[] {
  const values = valuesOf(name, schema, records);
  if (values.length === 0) throw new Error(`The filter ${name} has no example.`);
  return values.map((value) => ({ [name]: value }));
}

function valuesOf(
  name: string,
  schema: Schema,
  records: Readonly<Record<string, string>>,
): readonly unknown[] {
  const options = optionsOf(schema);
  if (options.length > 0) return options;
  if (name === 'search') return searches;
  if (examples[name] !== undefined) return examples[name];
  const record = records[name] ?? '';
  if (record !== '') return [name === 'region' ? Number(record) : record];
  return ['2025-11-01T00:00:00.000Z', '2025-11-01', 2025, 1, ...(examples['batch'] ?? [])]
    .filter((value) => v.is(schema as unknown as v.GenericSchema, value))
    .slice(0, 1);
}

function optionsOf(schema: Schema): readonly unknown[] {
  if (schema.wrapped) return optionsOf(schema.wrapped);
  const [first] = schema.pipe ?? [];
  if (first && first !== schema) return optionsOf(first);
  return (schema.options ?? []).flatMap((option) =>
    typeof option === 'object' && option !== null
      ? 'literal' in option
        ? [option.literal]
        : optionsOf(option as Schema)
      : [option],
  );
}

function paramsOf(call: OperatorCall, records: Readonly<Record<string, string>>) {
  if (!call.params) return {};
  const { scope, path } = call;
  const kind = typeof scope === 'object' ? scope.record : subjectOf(path);
  const id = records[kind] ?? '';
  if (id === '') throw new Error(`${call.id} needs a record: ${kind}.`);
  return { id };
}

/** Subject in a path, such as `campaigns` in `/operator/v1/campaigns/{id}/timeline`. */
const subjectOf = (path: string) => /\/v1\/(\w+)\//.exec(path)?.[1] ?? '';

/** Returns every combination of one item from each list. */
function combine<T extends object>(lists: readonly (readonly T[])[]): T[] {
  return lists.reduce<T[]>(
    (joined, list) => joined.flatMap((part) => list.map((next) => ({ ...part, ...next }))),
    [{} as T],
  );
}
