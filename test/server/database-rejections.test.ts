import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { findPostgresBinaries } from '#test/setup/postgres-binaries.ts';
import { executeOn } from '#test/setup/postgres-client.ts';
import { type Cluster, startCluster } from '#test/setup/postgres-cluster.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';

const binaries = isOnPostgres ? findPostgresBinaries() : null;

describe.runIf(binaries !== null)('a database that rejects the connection', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(binaries ?? '');
  });
  afterAll(() => cluster.stop());

  const openAt = (change: (url: URL) => void) => {
    const url = new URL(cluster.url);
    change(url);
    return openDatabase({ url: url.href, directory: null });
  };

  test('because it has no TLS is named as that', async () => {
    await expect(openAt((url) => (url.search = 'sslmode=verify-full'))).rejects.toMatchObject({
      code: 'database_refused',
      message: expect.stringContaining('doesn’t use TLS: turn on') as string,
    });
  });

  test('in pg_hba.conf is named as that, not as a missing role', async () => {
    const lines = "values ('local all all trust'), ('host all club 127.0.0.1/32 trust')";
    await executeOn(
      cluster.url,
      `do $$ begin execute format('copy (${lines.replaceAll("'", "''")}) to %L', current_setting('hba_file')); end $$`,
    );
    await executeOn(cluster.url, 'select pg_reload_conf()');
    const asOther = () => openAt((url) => (url.username = 'other'));
    await expect
      .poll(() => asOther().catch((error: unknown) => String(error)))
      .toMatch(/pg_hba\.conf doesn’t let this machine connect .* add a line/);
  });
});
