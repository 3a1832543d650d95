import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, transact } from '#server/db/database.ts';
import { type OpenDatabase } from '#server/db/embedded-engine.ts';
import { enqueueCode, enqueueMessage } from '#server/messages/queue/enqueue.ts';
import { type SpawnedServer, spawnServer } from '#test/setup/spawned-server.ts';
import { testDatabase, type TestDatabase } from '#test/setup/test-database.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

const pepper = 'one pepper before and after the kill';
const clock = { now: () => Date.now() };
let mail: MailServer;
let database: TestDatabase;
let server: SpawnedServer;
beforeEach(async () => {
  mail = await startMailServer();
  database = await testDatabase();
  server = await spawnServer({
    appDirectory: null,
    environment: {
      DEMO_DATA: '0',
      CODE_PEPPER: pepper,
      SMTP_URL: mail.url,
      ...(database.url === null ? {} : { DATABASE_URL: database.url }),
    },
  });
}, 120_000);
afterEach(async () => {
  await server.dispose();
  await mail.close();
  await database.drop();
});

/** Accesses the database while the server is stopped, like an operator's script. */
async function withDatabase<T>(action: (db: OpenDatabase['db']) => Promise<T>): Promise<T> {
  const directory = database.url === null ? server.dataDirectory : null;
  const { db, close } = await openDatabase({ url: database.url, directory });
  try {
    return await action(db);
  } finally {
    await close();
  }
}

test('F52: kill -9 while sending messages loses none of them', async () => {
  await server.stop();
  await withDatabase((db) =>
    transact(db, async (trx) => {
      const to = { channel: 'email', to: 'anna@example.com', language: 'en' } as const;
      await enqueueCode(trx, { pepper, clock }, { ...to, purpose: 'sign_in', code: '40917' });
      const data = { company: 'Dachy', link: null };
      const notice = { template: 'team_invitation', data } as const;
      await enqueueMessage(trx, [{ email: 'jan@example.com', language: 'en' }], notice, Date.now());
    }),
  );
  mail.behaviour = 'silent';
  await server.start();
  await expect.poll(mail.silentCount, { timeout: 20_000 }).toBe(2);
  await server.kill();

  mail.behaviour = 'accepts';
  const ids = await withDatabase(async (db) => {
    // Expire the dead process's lease, which would otherwise take a minute.
    const rows = await db
      .updateTable('messages')
      .set({ due_at: new Date() })
      .returning(['uuid', 'tries'])
      .execute();
    expect(rows.map(({ tries }) => tries)).toEqual([1, 1]);
    return rows.map(({ uuid }) => uuid);
  });
  await server.start();
  await expect.poll(() => mail.received.length, { timeout: 20_000 }).toBe(2);
  const all = mail.received.map(({ text }) => text).join('\n');
  expect(all).toContain('Subject: Your sign-in code: 40917');
  // A retry keeps the id of the first attempt, so that mailboxes recognize duplicates.
  for (const id of ids) expect(all).toContain(`Message-ID: <${id}@skylight.example>`);
  expect(await server.stop()).toBe(0);
  const remaining = await withDatabase((db) => db.selectFrom('messages').selectAll().execute());
  expect(remaining).toEqual([]);
}, 240_000);
