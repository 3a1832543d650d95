import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { isOnPostgres, testDatabase } from './test-database.ts';

describe.runIf(isOnPostgres)('a test database on PostgreSQL', () => {
  test('is empty, is used by one test file only, and is dropped even with an open session', async () => {
    const [first, second] = await Promise.all([testDatabase(), testDatabase()]);
    const firstClient = await connect(first.url);
    const secondClient = await connect(second.url);
    await firstClient.query('CREATE TABLE scan (id int)');
    await expect(secondClient.query('SELECT * FROM scan')).rejects.toThrow('does not exist');
    await firstClient.end();

    // The server terminates open sessions, which the client reports as errors.
    const disconnected = new Promise((resolve) => secondClient.on('error', resolve));
    await Promise.all([first.drop(), second.drop()]);
    await disconnected;
    await expect(connect(first.url)).rejects.toThrow('does not exist');
  });
});

describe.runIf(!isOnPostgres)('a test database by default', () => {
  test('is the embedded one', async () => {
    expect((await testDatabase()).url).toBeNull();
  });
});

async function connect(url: string | null): Promise<Client> {
  const client = new Client({ connectionString: url ?? undefined });
  await client.connect();
  return client;
}
