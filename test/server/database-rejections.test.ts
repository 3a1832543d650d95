import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { makeCertificate } from '#test/setup/front-proxies.ts';
import { findPostgresBinaries } from '#test/setup/postgres-binaries.ts';
import { executeOn } from '#test/setup/postgres-client.ts';
import { type Cluster, startCluster, unprivilegedAccount } from '#test/setup/postgres-cluster.ts';
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

  test('because the connection has no TLS is reported with this cause', async () => {
    await expect(openAt((url) => (url.search = 'sslmode=verify-full'))).rejects.toMatchObject({
      code: 'database_rejected',
      message: expect.stringContaining('doesn’t use TLS: turn on') as string,
    });
  });

  test('because of its certificate is reported with this cause', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'club-certificate-'));
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    makeCertificate(key, certificate);
    const account = unprivilegedAccount();
    for (const path of account === null ? [] : [folder, key, certificate]) {
      chownSync(path, account?.uid ?? 0, account?.gid ?? 0);
    }
    const settings = { ssl_key_file: key, ssl_cert_file: certificate, ssl: 'on' };
    for (const [name, value] of Object.entries(settings)) {
      await executeOn(cluster.url, `alter system set ${name} = '${value}'`);
    }
    await executeOn(cluster.url, 'select pg_reload_conf()');
    const openWith = async (parameters: string, host = '127.0.0.1') => {
      const search = `sslmode=verify-full${parameters}`;
      const database = openAt((url) => Object.assign(url, { search, hostname: host }));
      return database.then(({ close }) => close().then(() => 'opened'), String);
    };
    await expect.poll(() => openWith('')).toMatch(/certificate isn’t trusted: append sslrootcert/);
    const certificateSetting = `&sslrootcert=${certificate}`;
    expect(await openWith(certificateSetting)).toBe('opened');
    expect(await openWith('&sslrootcert=/nowhere.pem')).toMatch(/names a certificate file that/);
    expect(await openWith(certificateSetting, '0.0.0.0')).toMatch(
      /certificate is for another host/,
    );
    rmSync(folder, { recursive: true });
  });

  test('because of pg_hba.conf is reported with this cause, and not as a missing role', async () => {
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
