import type { RxStorage } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import * as v from 'valibot';
import { storedCollections } from '#schemas/collections.ts';

const documents = new Map<string, v.GenericSchema>(
  Object.entries(storedCollections).map(([name, { document }]) => [name, document]),
);

/** RxDB's storage on Dexie, which takes no document that is not as its collection's schema says. */
export function checkedStorage(): RxStorage<unknown, unknown> {
  const storage = getRxStorageDexie() as RxStorage<unknown, unknown>;
  return {
    ...storage,
    // Dev mode takes none that is not called so.
    name: `validate-valibot-${storage.name}`,
    async createStorageInstance(params) {
      const instance = await storage.createStorageInstance(params);
      const schema = documents.get(params.collectionName);
      if (schema === undefined) return instance;
      const write = instance.bulkWrite.bind(instance);
      instance.bulkWrite = (rows, context) => {
        for (const { document } of rows) check(params.collectionName, schema, document);
        return write(rows, context);
      };
      return instance;
    },
  };
}

function check(name: string, schema: v.GenericSchema, document: unknown): void {
  const { issues } = v.safeParse(schema, document);
  if (!issues) return;
  const faults = issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
  throw new Error(`A document of ${name} is not as it should be. ${faults.join(' ')}`);
}
