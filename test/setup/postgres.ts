import { findOrInstallPostgres } from './postgres-binaries.ts';
import { type Cluster, startCluster } from './postgres-cluster.ts';

/** Advice for developers without PostgreSQL. */
export const postgresAdvice =
  'No PostgreSQL was found and none could be installed. Install it (Debian: apt-get install ' +
  'postgresql), or set TEST_DATABASE_URL to a server on which the tests may create databases.';

/** True if tests can use PostgreSQL; installs Debian's package if missing and possible. */
export function hasPostgres(): boolean {
  return Boolean(process.env['TEST_DATABASE_URL']) || findOrInstallPostgres() !== null;
}

/**
 * Provides PostgreSQL: the one in `TEST_DATABASE_URL`, or a temporary cluster. Throws with advice
 * if neither is possible.
 */
export async function providePostgres(): Promise<Cluster> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return { url, stop: () => Promise.resolve() };
  const binaries = findOrInstallPostgres();
  if (binaries === null) throw new Error(postgresAdvice);
  return startCluster(binaries);
}
