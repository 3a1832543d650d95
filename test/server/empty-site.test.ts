import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEVELOPMENT_VOUCHER_KEYS } from '#server/orders/voucher-keys.ts';
import { calls } from '#schemas/api/calls.ts';
import { type PublicConfiguration } from '#schemas/configuration.ts';
import { type Order } from '#schemas/order.ts';
import { type ShopProduct } from '#schemas/shop-product.ts';
import { root } from '#test/setup/source-tree.ts';
import { type SpawnedServer, spawnServer } from '#test/setup/spawned-server.ts';
import { testDatabase, type TestDatabase } from '#test/setup/test-database.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { recipient } from './order-setup.ts';
import { answerAll, registrationOf } from './registration-form.ts';
import { saveOf } from './scan-setup.ts';
import { requestJson } from './spawned-client.ts';

const LONG_MS = 180_000;
const EMAIL = 'ewa@dachy-wojcik.example';
const token = 'o'.repeat(40);
const example = join(root, 'deploy', 'example-country');

let database: TestDatabase;
let mail: MailServer;
let server: SpawnedServer;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  mail = await startMailServer();
  folder = mkdtempSync(join(tmpdir(), 'club-country-'));
  cpSync(example, folder, { recursive: true });
  server = await spawnServer({
    appDirectory: null,
    environment: {
      NODE_ENV: 'production',
      ...(database.url === null
        ? { DATABASE: 'embedded' }
        : { DATABASE_URL: database.url, MIGRATE_AT_START: '1' }),
      OPERATOR_TOKENS: `anna:${token}`,
      CODE_PEPPER: 'a pepper of more than thirty-two characters',
      VOUCHER_KEYS: DEVELOPMENT_VOUCHER_KEYS,
      APP_URL: 'https://club.example',
      SMTP_URL: mail.url,
      SMS_GATEWAY_URL: 'http://127.0.0.1:1',
      MAIL_FROM: 'no-reply@club.example',
      PUSH_CONTACT: 'mailto:operator@club.example',
    },
  });
}, LONG_MS);
afterAll(async () => {
  await server.dispose();
  await mail.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function club(...args: readonly string[]) {
  const child = spawn(process.execPath, ['server/club.ts', ...args], {
    cwd: root,
    env: { ...process.env, CLUB_URL: server.url, OPERATOR_TOKEN: token },
  });
  const exited = once(child, 'exit') as Promise<[number]>;
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: (await exited)[0], output, errors };
}
const missingParts = async () =>
  ((await (await fetch(`${server.url}/ready`)).json()) as { missing?: string[] }).missing;

/** Signs in with the code from the email. */
async function signIn(): Promise<string> {
  const challenge = await requestJson<{ user_id: string; challenge_id: string }>(
    server,
    calls.requestSignInCode.path,
    { body: { email: EMAIL, region: 'PL' } },
  );
  const findCode = () =>
    mail.received.map(({ text: raw }) => /^Subject: .*(\d{5})/m.exec(raw)?.[1]).find(Boolean);
  await expect.poll(findCode, { timeout: 30_000 }).toBeDefined();
  const { user_id: userId, challenge_id } = challenge;
  const body = { userId, challenge_id, code: findCode() };
  return (await requestJson<{ token: string }>(server, calls.signIn.path, { body })).token;
}

test(
  'an empty production site is set up, and a company registers, earns points and orders',
  async () => {
    expect(await missingParts()).toContain('countries');
    const checkRun = await club('setup', 'check', folder);
    expect(checkRun).toMatchObject({ code: 0, errors: '' });
    expect(checkRun.output).toContain('serial-numbers.csv: 60 to add, 0 unchanged, 0 rejected\n');
    const applyRun = await club('setup', 'apply', folder, '--why', 'We open in Poland.');
    expect(applyRun).toMatchObject({ code: 0, errors: '' });
    expect(await missingParts()).toBeUndefined();
    expect((await club('setup', 'apply', folder, '--why', 'Again.')).output).toBe(
      'PL: nothing to change.\npictures: 0 added, 7 unchanged\ndocuments: 0 added, 2 unchanged\nserial-numbers.csv: 0 added, 60 unchanged, 0 rejected\n' +
        'voucher-codes.csv: 0 added, 4 unchanged, 0 rejected\n',
    );

    const copy = join(folder, 'copy');
    expect(await club('setup', 'export', 'PL', copy)).toMatchObject({
      code: 0,
      output: 'PL: exported, with 60 serial numbers, 7 pictures and 2 documents.\n',
    });
    expect((await club('setup', 'check', copy)).output).toBe(
      'PL: valid. Nothing to change.\npictures: 0 to add, 7 unchanged\ndocuments: 0 to add, 2 unchanged\nserial-numbers.csv: 0 to add, 60 unchanged, 0 rejected\n',
    );
    expect((await club('setup', 'export', 'CZ', join(folder, 'other'))).errors).toContain(
      'This country isn’t set up.',
    );

    const { regional_settings: countries } = await requestJson<PublicConfiguration>(
      server,
      calls.getPublicConfiguration.path,
    );
    const questions = countries[0]?.registration_questions ?? [];
    expect(questions.length).toBeGreaterThan(0);
    const registration = registrationOf({
      company: { survey: answerAll(questions) },
      installer: { email: EMAIL },
    });
    const account = await requestJson<{ company_id: string; welcome_points: number }>(
      server,
      calls.registerCompany.path,
      { body: registration, key: randomUUID() },
    );
    expect(account.welcome_points).toBe(1000);

    const session = { token: await signIn() };
    const project = await requestJson<{ uuid: string }>(server, calls.createProject.path, {
      ...session,
      body: { streetName: 'ul. Lipowa 1', postalCode: '00-001', city: 'Warszawa' },
      key: randomUUID(),
    });
    const [, first = ''] = readFileSync(join(folder, 'serial-numbers.csv'), 'utf8').split('\n');
    const [code = '', type = '', size = '', variant = ''] = first.split(',');
    const scans = [saveOf({ code, type, size, variant }, project.uuid)];
    const savedScans = await requestJson<{ data: { status: number }[] }>(
      server,
      calls.sendScans.path,
      {
        ...session,
        body: { scans },
      },
    );
    expect(savedScans.data).toMatchObject([{ status: 201 }]);

    const response = [
      { question_id: 500, answer_id: 501, value: null },
      { question_id: 520, answer_id: 521, value: null },
    ];
    await requestJson(server, calls.submitProjectSurvey.path.replace('{id}', project.uuid), {
      ...session,
      body: { uuid: randomUUID(), data: { response } },
    });
    const { data: products } = await requestJson<{ data: ShopProduct[] }>(
      server,
      calls.listShopProducts.path,
      session,
    );
    const gloves = products.find(({ sku }) => sku === 'GLOVES')?.variants[0];
    const order = [{ uuid: gloves?.uuid, price: gloves?.price, quantity: 2 }];
    const placedOrders = await requestJson<{ data: Order[] }>(server, calls.createOrder.path, {
      ...session,
      body: { type: 'COMPACON', order, delivery: 1, customer: recipient },
      key: randomUUID(),
    });
    expect(placedOrders.data).toMatchObject([{ points: 36 }]);
  },
  LONG_MS,
);
