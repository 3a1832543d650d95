import {
  listDatabaseNames,
  deleteDatabases,
  replicationMetaDatabases,
} from './device-databases.ts';

/**
 * Deletes the databases in which RxDB's replication plugin kept its books, one for each collection: builds
 * up to 3.9.4 replicated by it. What they had to send lies in the documents themselves.
 */
export async function deleteReplicationMeta(database: string): Promise<void> {
  await deleteDatabases(replicationMetaDatabases(database, await listDatabaseNames()));
}
