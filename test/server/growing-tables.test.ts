import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call } from '#schemas/api/call.ts';
import { allCalls } from '#schemas/api/calls.ts';
import { type DemoAccountKey, demoAccounts } from '#server/demo/accounts.ts';
import { listCommands } from '#server/operator/list-commands.ts';
import { expirePoints } from '#server/points/expire-points.ts';
import { jobs } from '#server/scheduled-jobs.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { contractExamples, type Examples } from './contract-examples.ts';
import { growTables, countSequentialReads } from './growing-tables.ts';
import { knownSamples } from './known-records.ts';
import { requestOf, startTestApp, type TestApp } from './test-app.ts';

describe.runIf(isOnPostgres)('on a large database', () => {
  let server: TestApp;
  let grownTables: ReadonlyMap<string, number>;
  let examplesOf: Examples;
  let token: string;
  const signIn = async (key: DemoAccountKey) => {
    const { email, region } = demoAccounts[key];
    return (await server.signInByEmail(email, region)).token;
  };

  beforeAll(async () => {
    server = await startTestApp({
      variables: { RATE_LIMIT_FACTOR: '100000' },
      demo: true,
    });
    token = await signIn('polishOwner');
    const samples = await knownSamples(server.db, server.clock.now());
    examplesOf = await contractExamples(server, samples, { token, signIn });
    // Enough companies and rows to make a full scan costlier than index lookups.
    grownTables = await growTables(server.db, 0.25, 4000);
  }, 120_000);
  afterAll(() => server.close());

  /** Returns the tables that were fully scanned during `action`. */
  async function findTableScans(action: () => Promise<void>): Promise<string[]> {
    const before = await countSequentialReads(server.db);
    await action();
    const after = await countSequentialReads(server.db);
    return [...grownTables]
      .filter(([table, rows]) => (after.get(table) ?? 0) - (before.get(table) ?? 0) >= rows)
      .map(([table]) => table);
  }

  test('a full table scan is detected', async () => {
    const readTable = async () => {
      await server.db.selectFrom('scans').select('uuid').where('points', '=', -1).execute();
    };
    expect(await findTableScans(readTable)).toEqual(['scans']);
  });

  test('no call scans a growing table', async () => {
    const send = async (call: Call) => {
      for (const [input] of examplesOf(call)) {
        const accessToken = call.access === 'session' ? token : null;
        await server.app.inject(requestOf(call, input, accessToken));
      }
    };
    const testedCalls = allCalls.filter(({ id }) => id !== 'signOut');
    const tableScans = await findTableScans(async () => {
      for (const call of testedCalls) await send(call);
    });
    expect(tableScans).toEqual([]);
  }, 120_000);

  test.each(jobs)(
    'the job $name scans no growing table',
    async ({ run }) => {
      expect(await findTableScans(() => run(server.services))).toEqual([]);
    },
    60_000,
  );

  test('the yearly expiry of points scans no growing table', async () => {
    const expire = async () => void (await expirePoints(server.services));
    expect(await findTableScans(expire)).toEqual([]);
  }, 60_000);

  test.each(listCommands)(
    'the operators’ list $name scans no growing table',
    async ({ run }) => {
      const read = async () =>
        void (await run(
          { args: [], input: '', options: {}, canReadPersonalData: true },
          server.services,
        ));
      expect(await findTableScans(read)).toEqual([]);
    },
    60_000,
  );
});
