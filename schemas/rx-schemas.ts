import { storedCollections, type StoredCollectionName } from './collections.ts';
import { type Index, type RxSchema, rxSchema } from './rx-schema.ts';
import type * as v from 'valibot';

interface IndexedCollection {
  readonly document: v.GenericSchema;
  readonly version: number;
  readonly indexes: readonly Index[];
}

/**
 * Builds the RxDB schemas of these collections, by name.
 * @throws Error if `rxSchema` throws for one of the collections
 */
export function rxSchemasOf<Name extends string>(
  definitions: Readonly<Record<Name, IndexedCollection>>,
): Record<Name, RxSchema> {
  const schemas = Object.entries<IndexedCollection>(definitions).map(
    ([name, { document, version, indexes }]) => [
      name,
      rxSchema(document, { version, indexes, primaryKey: 'uuid' }),
    ],
  );
  // The cast is safe, because the result has the same names as `definitions`, which the type of `fromEntries` can't
  // express.
  return Object.fromEntries(schemas) as Record<Name, RxSchema>;
}

/**
 * RxDB schemas of every collection. The build precomputes them (tools/vite/precomputed-modules.ts), so that the
 * app doesn't load the converter.
 */
export const rxSchemas: Record<StoredCollectionName, RxSchema> = rxSchemasOf(storedCollections);
