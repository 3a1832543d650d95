import type * as v from 'valibot';
import { type Call } from '#schemas/api/call.ts';
import { readSchema } from './contract-schema.ts';
import { ApiFailure } from './failure.ts';

/** The parameter by which a caller names the fields that a list's items shall have (spec 1 §7). */
const PARAMETER = 'constrainTo';

/**
 * The fields of each item that a request of a list wants: names joined by commas. Null for all of them,
 * also where the parameter is empty. Throws `invalid_input` for a field that the items don't have.
 */
export function chosenFields(
  { result }: Pick<Call, 'result'>,
  query: unknown,
): ReadonlySet<string> | null {
  const asked = new Map(Object.entries((query ?? {}) as Record<string, unknown>)).get(PARAMETER);
  if (typeof asked !== 'string' || asked.trim() === '') return null;
  const known = fieldsOf(result);
  const fields = asked.split(',').map((field) => field.trim());
  if (fields.some((field) => !known.has(field))) {
    throw new ApiFailure('invalid_input', { field: `query.${PARAMETER}` });
  }
  return new Set(fields);
}

/** The names of the fields that each item of a list's answer has. */
function fieldsOf(result: v.GenericSchema): ReadonlySet<string> {
  const list = entriesOf(result)?.['data'];
  const items = list && readSchema(list);
  const entries = items?.type === 'array' ? entriesOf(items.item) : undefined;
  if (entries === undefined) throw new Error(`Only a list of objects takes ${PARAMETER}.`);
  return new Set(Object.keys(entries));
}

function entriesOf(of: v.GenericSchema) {
  const schema = readSchema(of);
  return schema.type === 'object' ? schema.entries : undefined;
}

/** The same answer, its items with these fields alone. */
export function withFields(answer: unknown, fields: ReadonlySet<string>): unknown {
  const { data, ...rest } = answer as { readonly data: readonly object[] };
  const pick = (item: object) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => fields.has(name)));
  return { data: data.map(pick), ...rest };
}
