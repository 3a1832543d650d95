import { findOrInstallPostgres } from './postgres-binaries.ts';
import { type Cluster, startCluster } from './postgres-cluster.ts';

/** What to tell a developer whose machine has no PostgreSQL. */
const advice =
  'No PostgreSQL was found. Install it (Debian: apt-get install postgresql), or set ' +
  'TEST_DATABASE_URL to a server on which the tests may create databases.';

/**
 * A PostgreSQL for the tests: the one that `TEST_DATABASE_URL` names, else a throw-away cluster from
 * installed binaries, else from Debian's package. Returns null where there is none to be had;
 * with `CI=true` that is an error instead, because a skipped suite would look like a passed one.
 */
export async function providePostgres(): Promise<Cluster | null> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return { url, stop: () => Promise.resolve() };
  const binaries = findOrInstallPostgres();
  if (binaries !== null) return startCluster(binaries);
  if (process.env['CI'] === 'true') throw new Error(advice);
  process.stderr.write(`\nSKIPPED: the PostgreSQL tests. ${advice}\n\n`);
  return null;
}
