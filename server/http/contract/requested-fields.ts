/** The parameter by which a caller names the fields that a list's items shall have (spec 1 §7). */
const PARAMETER = 'constrainTo';

/**
 * The fields of each item that a request of a list wants. Null for all of them, also where the parameter is empty.
 * @param query as its schema takes it, which refuses names that the items don't have
 */
export function requestedFields(query: unknown): ReadonlySet<string> | null {
  const asked = new Map(Object.entries((query ?? {}) as Record<string, unknown>)).get(PARAMETER);
  if (typeof asked !== 'string' || asked.trim() === '') return null;
  return new Set(asked.split(',').map((field) => field.trim()));
}

/** The same answer, its items with these fields alone. */
export function pickFields(answer: unknown, fields: ReadonlySet<string>): unknown {
  const { data, ...rest } = answer as { readonly data: readonly object[] };
  const pick = (item: object) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => fields.has(name)));
  return { data: data.map(pick), ...rest };
}
