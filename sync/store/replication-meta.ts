import {
  listDatabaseNames,
  deleteDatabases,
  replicationMetaDatabases,
} from './device-databases.ts';

/**
 * Deletes the metadata databases of RxDB's replication plugin, used by builds up to 3.9.4. Unsent edits are
 * in the documents themselves.
 */
export async function deleteReplicationMeta(database: string): Promise<void> {
  await deleteDatabases(replicationMetaDatabases(database, await listDatabaseNames()));
}
