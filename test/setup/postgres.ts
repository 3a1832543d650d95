import { findOrInstallPostgres } from './postgres-binaries.ts';
import { type Cluster, startCluster } from './postgres-cluster.ts';

/** What to tell a developer whose machine has no PostgreSQL. */
export const postgresAdvice =
  'No PostgreSQL was found and none could be installed. Install it (Debian: apt-get install ' +
  'postgresql), or set TEST_DATABASE_URL to a server on which the tests may create databases.';

/** Whether there is a PostgreSQL for the tests; installs Debian's package where it is missing and may be. */
export function hasPostgres(): boolean {
  return Boolean(process.env['TEST_DATABASE_URL']) || findOrInstallPostgres() !== null;
}

/**
 * A PostgreSQL for the tests: the one that `TEST_DATABASE_URL` names, else a throw-away cluster.
 * Throws with advice where there is none to be had.
 */
export async function providePostgres(): Promise<Cluster> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return { url, stop: () => Promise.resolve() };
  const binaries = findOrInstallPostgres();
  if (binaries === null) throw new Error(postgresAdvice);
  return startCluster(binaries);
}
