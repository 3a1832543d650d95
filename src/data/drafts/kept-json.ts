import * as v from 'valibot';

/**
 * What a browser's store has kept under a name as JSON. Never throws.
 * @returns null when that is nothing, or can't be read
 */
export function readKept<S extends v.GenericSchema>(
  store: Pick<Storage, 'getItem'>,
  name: string,
  schema: S,
): v.InferOutput<S> | null {
  try {
    const kept = v.safeParse(schema, JSON.parse(store.getItem(name) ?? 'null'));
    return kept.success ? kept.output : null;
  } catch {
    return null;
  }
}
