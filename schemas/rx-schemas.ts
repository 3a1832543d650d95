import { storedCollections, type StoredCollectionName } from './collections.ts';
import { type Index, type RxSchema, rxSchema } from './rx-schema.ts';
import type * as v from 'valibot';

interface Indexed {
  readonly document: v.GenericSchema;
  readonly version: number;
  readonly indexes: readonly Index[];
}

/**
 * The store's schemas of these collections, by their names.
 * @throws Error as `rxSchema`
 */
export function rxSchemasOf<Name extends string>(
  plans: Readonly<Record<Name, Indexed>>,
): Record<Name, RxSchema> {
  const made = Object.entries<Indexed>(plans).map(([name, { document, version, indexes }]) => [
    name,
    rxSchema(document, { version, indexes, primaryKey: 'uuid' }),
  ]);
  // The same names come out that went in; fromEntries forgets them.
  return Object.fromEntries(made) as Record<Name, RxSchema>;
}

/**
 * Every collection's. The build computes them (tools/vite/precomputed-modules.ts), so that the app loads
 * neither the converter nor waits for it.
 */
export const rxSchemas: Record<StoredCollectionName, RxSchema> = rxSchemasOf(storedCollections);
