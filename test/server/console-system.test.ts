import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#schemas/durations.ts';
import { personCalls } from '#schemas/operator/person-calls.ts';
import { type ErrorReport } from '#schemas/error-report.ts';
import { jobNames, systemCalls } from '#schemas/operator/system-calls.ts';
import { regionIdOf, type RegionId } from '#schemas/regions.ts';
import { recordAction } from '#server/console/audit.ts';
import { transact } from '#server/db/database.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { saveDeviceErrors } from '#server/device-errors/save-device-errors.ts';
import { type Delivery, PermanentDeliveryError } from '#server/messages/providers/delivery.ts';
import { MESSAGE_LOG_TTL_MS } from '#server/messages/queue/message-log.ts';
import { enqueueMessage } from '#server/messages/queue/enqueue.ts';
import { createMessageSender } from '#server/messages/queue/message-sender.ts';
import { jobs, runJobs } from '#server/scheduled-jobs.ts';
import { type Services } from '#server/services.ts';
import { VERSION } from '#server/version.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];

let server: TestConsole;
let administrator: string;
let operatorId: string;
let polishOwner: { installerId: string };
beforeAll(async () => {
  server = await startConsole({ demo: true });
  operatorId = await server.addOperator(grantsOf('administrator'));
  administrator = await server.startSession(operatorId);
  const { id } = await server.db
    .selectFrom('installers')
    .select('id')
    .where('email', '=', demoAccounts.polishOwner.email)
    .executeTakeFirstOrThrow();
  polishOwner = { installerId: id };
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('messages').execute();
});

const sessionIn = async (region: RegionId) =>
  server.startSession(await server.addOperator(grantsOf('country_lead', [region])));
const failedFor = async (token: string, region?: RegionId) =>
  (await server.operate(systemCalls.listFailedMessages, { query: { region } }, token)).result;

/** Sends everything that is due, through a provider that fails. */
async function sendBy(failure: Error): Promise<void> {
  const delivery: Delivery = {
    send: () => Promise.reject(failure),
    close: () => Promise.resolve(),
  };
  await createMessageSender({ ...server.services, delivery }).sendDue();
}
const permanentError = new PermanentDeliveryError('550');
const temporaryError = Object.assign(new Error('no route to mail.example'), {
  code: 'ECONNREFUSED',
});

const welcome = { template: 'welcome', data: { points: 5 } } as const;
const enqueue = (to: Parameters<typeof enqueueMessage>[1]) =>
  transact(server.db, (trx) => enqueueMessage(trx, to, welcome, server.clock.now()));

describe('failed messages', () => {
  test('are counted by reason for operators of the recipient’s country, without personal data', async () => {
    await enqueue([polishOwner, polishOwner]);
    await enqueue([{ email: demoAccounts.polishOwner.email, language: 'pl' }]);
    await enqueue([{ email: 'homeowner@x.example', language: 'cs', region: czechia }]);
    await enqueue([{ email: 'unknown@x.example', language: 'pl' }]);
    await sendBy(permanentError);

    const inPoland = await failedFor(await sessionIn(poland));
    expect(inPoland).toMatchObject({ failed: 3, pending: 0 });
    expect(inPoland.data).toEqual([
      expect.objectContaining({
        ...{ region: poland, channel: 'email', about: 'welcome', state: 'refused', count: 3 },
        failure: '550',
      }),
    ]);
    expect(JSON.stringify(inPoland)).not.toContain('@');
    expect(await failedFor(await sessionIn(czechia))).toMatchObject({
      failed: 1,
      data: [{ region: czechia }],
    });
    const failuresEverywhere = await failedFor(administrator);
    expect(failuresEverywhere.failed).toBe(5);
    expect(new Set(failuresEverywhere.data.map(({ region }) => region))).toEqual(
      new Set([czechia, poland, null]),
    );
    expect((await failedFor(administrator, poland)).failed).toBe(3);
    expect((await failedFor(await sessionIn(poland), czechia)).data).toEqual([]);
  });

  test('are pending while the server tries again, and disappear once they are sent', async () => {
    await enqueue([polishOwner]);
    await sendBy(temporaryError);
    const token = await sessionIn(poland);
    expect(await failedFor(token)).toMatchObject({
      ...{ failed: 0, pending: 1 },
      data: [{ state: 'pending', failure: 'ECONNREFUSED', region: poland }],
    });
    server.clock.advance(10 * MINUTE_MS);
    await server.services.messages.sendDue();
    expect((await failedFor(token)).data).toEqual([]);
  });

  test('are read from their index, however many messages are waiting', async () => {
    // Enqueue before the transaction, because the embedded database has only one connection.
    await enqueue([polishOwner]);
    await server.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
        select region_id, kind, about, given_up_for, failure, count(*) from messages
        where (failure is not null or given_up_at is not null) and region_id = any(${[poland]}::integer[])
        group by region_id, kind, about, given_up_for, failure`.execute(trx);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('messages_failed');
    });
  });
});

describe('emails in timelines', () => {
  const entriesOf = async (id: string) => {
    const input = { params: { id }, query: { limit: 100 } };
    const { result } = await server.operate(
      personCalls.listPersonTimeline,
      input,
      await sessionIn(poland),
    );
    return result.data.filter(({ what, kind }) => kind === 'message' && what === 'welcome');
  };

  test('show their status until they are sent or given up, but no address or text', async () => {
    const { installerId } = polishOwner;
    await server.db.deleteFrom('message_log').execute();
    await enqueue([polishOwner]);
    expect(await entriesOf(installerId)).toEqual([]);
    await sendBy(temporaryError);
    expect(await entriesOf(installerId)).toMatchObject([
      { outcome: 'pending', details: ['email'], why: null },
    ]);
    server.clock.advance(10 * MINUTE_MS);
    await server.services.messages.sendDue();
    const sentEntries = await entriesOf(installerId);
    expect(sentEntries).toMatchObject([{ outcome: 'sent' }]);
    expect(JSON.stringify(sentEntries)).not.toContain('@');
    await enqueue([{ email: demoAccounts.polishOwner.email, language: 'pl' }]);
    await sendBy(permanentError);
    const outcomes = (await entriesOf(installerId)).map(({ outcome }) => outcome);
    expect(new Set(outcomes)).toEqual(new Set(['refused', 'sent']));
    expect(outcomes).toHaveLength(2);
  });

  test('are kept two years', async () => {
    const count = async () =>
      (await server.db.selectFrom('message_log').selectAll().execute()).length;
    expect(await count()).toBe(2);
    await server.db
      .updateTable('message_log')
      .set({ at: new Date(server.clock.now() - MESSAGE_LOG_TTL_MS - 1) })
      .where('status', '=', 'sent')
      .execute();
    await runJobs(
      server.services,
      jobs.filter(({ name }) => name === 'sweep'),
    );
    expect(await count()).toBe(1);
  });
});

describe('device errors', () => {
  const report: ErrorReport = {
    ...{ kind: 'TypeError', code: null, frames: ['projects-Ab3dE_9x.js:1:20345'], heard: 'page' },
    ...{ version: '3.9.4', build: '0123456789ab', browser: 'chrome', browser_major: 141 },
    ...{ system: 'android', route: '/projects/$uuid', connection: 'offline', count: 2 },
  };
  const errorsFor = async (version?: string) =>
    (await server.operate(systemCalls.listDeviceErrors, { query: { version } }, administrator))
      .result;

  test('are listed newest first with their count and times, by version of the app', async () => {
    const first = new Date(server.clock.now()).toISOString();
    await saveDeviceErrors(server.services, [report, { ...report, version: '3.9.3' }]);
    server.clock.advance(MINUTE_MS);
    const last = new Date(server.clock.now()).toISOString();
    await saveDeviceErrors(server.services, [report, { ...report, kind: 'RangeError' }]);

    const all = await errorsFor();
    expect(all.versions).toEqual([
      { version: '3.9.4', errors: 2, count: 6, first_at: first, last_at: last },
      { version: '3.9.3', errors: 1, count: 2, first_at: first, last_at: first },
    ]);
    expect(all.data).toHaveLength(3);
    const newest = await errorsFor('3.9.4');
    expect(newest.versions).toEqual(all.versions);
    expect(newest.data.map(({ version }) => version)).toEqual(['3.9.4', '3.9.4']);
    expect(newest.data.find(({ kind }) => kind === 'TypeError')).toMatchObject({
      ...{ count: 4, first_at: first, last_at: last, frames: report.frames },
      latest: { browser: 'chrome', browser_major: 141, system: 'android', connection: 'offline' },
    });
  });

  test('and the server’s health are for administrators only', async () => {
    const token = await sessionIn(poland);
    const errors = await server.operate(systemCalls.listDeviceErrors, { query: {} }, token);
    const health = await server.operate(systemCalls.readHealth, {}, token);
    expect([errors.code, health.code]).toEqual(['forbidden', 'forbidden']);
  });
});

describe('health', () => {
  const healthNow = async () =>
    (await server.operate(systemCalls.readHealth, {}, administrator)).result;

  test('shows the version, the database, its history and missing settings', async () => {
    const { missing_setup: missing, ...health } = await healthNow();
    expect(health).toMatchObject({
      version: VERSION,
      migrations: { pending: [], newer: [] },
      epoch: await server.services.epoch.current(),
      clock: { is_correct: true },
      files: { store: 'database', is_reachable: true },
    });
    expect(health.migrations.applied).toBeGreaterThan(100);
    expect(missing).toEqual([]);
    await server.db.deleteFrom('tier_definitions').where('region', '=', 'PL').execute();
    expect((await healthNow()).missing_setup).toEqual([{ region: poland, part: 'tiers' }]);
  });

  test('shows which kind of message can’t be sent', async () => {
    const failingChannels = async () =>
      (await healthNow()).messages.filter((kind) => kind.is_failing).map((kind) => kind.channel);
    expect(await failingChannels()).toEqual([]);
    await enqueue([polishOwner]);
    await sendBy(temporaryError);
    expect(await failingChannels()).toEqual(['email']);
  });

  test('shows that the file store doesn’t respond', async () => {
    vi.spyOn(server.services.files, 'isReachable').mockResolvedValueOnce(false);
    expect((await healthNow()).files.is_reachable).toBe(false);
    expect((await healthNow()).files.is_reachable).toBe(true);
  });

  test('counts pending and newer migrations', async () => {
    const { migrations } = await healthNow();
    const latest = migrations.latest ?? '';
    const rename = (from: string, to: string) =>
      sql`update kysely_migration set name = ${to} where name = ${from}`.execute(server.db);
    await rename(latest, '999-later');
    expect((await healthNow()).migrations).toMatchObject({
      ...{ pending: [latest], newer: ['999-later'], latest: '999-later' },
    });
    await rename('999-later', latest);
    expect((await healthNow()).migrations).toEqual(migrations);
  });
});

describe('jobs', () => {
  const jobsFor = async () => {
    // The clock advances beyond the end of a session.
    const token = await server.startSession(operatorId);
    const { result } = await server.operate(systemCalls.listJobs, {}, token);
    return new Map(result.data.map((job) => [job.job, job]));
  };
  const job = {
    name: 'locate-places',
    run: vi.fn<(services: Services) => Promise<void>>(),
  } as const;

  test('are all listed, and have names', async () => {
    expect(jobs.map(({ name }) => name)).toEqual([...jobNames]);
    await runJobs(server.services);
    const states = [...(await jobsFor()).values()].map(({ state }) => state);
    expect(states).toEqual(jobNames.map(() => 'good'));
  });

  test('show the start and the reason of their failures, until they succeed', async () => {
    job.run.mockRejectedValue(temporaryError);
    server.clock.advance(MINUTE_MS);
    const since = new Date(server.clock.now()).toISOString();
    await runJobs(server.services, [job]);
    server.clock.advance(MINUTE_MS);
    await runJobs(server.services, [job]);
    const failingJob = (await jobsFor()).get(job.name);
    expect(failingJob).toMatchObject({
      ...{ state: 'failing', failing_since: since, failures: 2, failure: 'ECONNREFUSED' },
    });
    expect(JSON.stringify(failingJob)).not.toContain('mail.example');
    job.run.mockResolvedValue();
    // This run is less than a minute after the last stored success, so its time isn't stored.
    await runJobs(server.services, [job]);
    expect((await jobsFor()).get(job.name)).toMatchObject({
      ...{ state: 'good', failing_since: null, failures: 0, failure: null },
    });
  });

  test('are shown as late an hour after their last success', async () => {
    server.clock.advance(61 * MINUTE_MS);
    await runJobs(
      server.services,
      jobs.filter(({ name }) => name !== 'sweep'),
    );
    const listedJobs = await jobsFor();
    expect(listedJobs.get('sweep')?.state).toBe('late');
    expect(listedJobs.get('sweep-files')?.state).toBe('good');
  });

  test('that run once a day are tried again on the same day after a failure', async () => {
    const daily = jobs.filter(({ name }) => name === 'chain-audit');
    const chainLength = async () =>
      (await server.db.selectFrom('operator_audit_chain').selectAll().execute()).length;
    const before = server.clock.now();
    const record = { kind: 'company', id: polishOwner.installerId };
    const entry = { kind: 'act', act: 'test', operatorId, sessionId: null, region: poland, record };
    await recordAction(server.db, before, { ...entry, kind: 'act' });
    server.clock.advance(24 * 60 * MINUTE_MS);
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(server.db);
    await rename('operator_audit_chain', 'hidden_chain');
    await runJobs(server.services, daily);
    expect((await jobsFor()).get('chain-audit')?.state).toBe('failing');
    await rename('hidden_chain', 'operator_audit_chain');
    expect(await chainLength()).toBe(0);
    await runJobs(server.services, daily);
    expect((await jobsFor()).get('chain-audit')?.state).toBe('good');
    expect(await chainLength()).toBe(1);
  });
});
