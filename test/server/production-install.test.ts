import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';

import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { type Project } from '#schemas/project.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { demoOperators } from '#server/demo/operators.ts';
import { DEVELOPMENT_VOUCHER_KEYS } from '#server/orders/voucher-keys.ts';
import { freePort } from '#test/setup/free-port.ts';
import { readPdf } from '#test/setup/poppler.ts';
import { root } from '#test/setup/source-tree.ts';
import { type SpawnedServer, spawnServer } from '#test/setup/spawned-server.ts';
import { demoDatabase, type DemoDatabase } from '#test/setup/test-database.ts';
import { copyServer } from '#tools/release/release.ts';
import { copyFiles, findPackageFiles } from '#tools/release/server-packages.ts';
import { certificateRequest } from './certificate-setup.ts';
import { codeIn, type MailServer, startMailServer } from './mail-server.ts';
import { createAuthenticator } from './software-authenticator.ts';
import { request, requestJson } from './spawned-client.ts';

const LONG_MS = 120_000;
const OPERATOR_TOKEN = 't'.repeat(40);
const FONTS_SOURCE = 'server/certificates/certificate-fonts.ts';
const owner = demoAccounts.polishOwner;
const folder = mkdtempSync(join(tmpdir(), 'club-installed-'));
const dataFolder = mkdtempSync(join(tmpdir(), 'club-installed-data-'));
const logLines: string[] = [];
let database: DemoDatabase;
let mail: MailServer;
let server: SpawnedServer;
let token: string;
let projects: Project[];
let consolePort: number;
const consoleOrigin = 'https://console.club.example';

const run = (args: readonly string[], settings: Record<string, string> = {}) => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...settings };
  return promisify(execFile)(process.execPath, args, { cwd: folder, env });
};

beforeAll(async () => {
  copyServer(folder);
  copyFiles(await findPackageFiles(), folder);
  database = await demoDatabase();
  mail = await startMailServer();
  consolePort = await freePort();
  server = await spawnServer({
    installedIn: folder,
    appDirectory: null,
    dataFrom: database.dataFrom,
    onLine: (line) => logLines.push(line),
    environment: {
      ...(database.url === null ? { DATABASE: 'embedded' } : { DATABASE_URL: database.url }),
      NODE_ENV: 'production',
      CODE_PEPPER: 'a pepper of more than thirty-two characters',
      VOUCHER_KEYS: DEVELOPMENT_VOUCHER_KEYS,
      SMTP_URL: mail.url,
      MAIL_FROM: 'no-reply@club.example',
      PUSH_CONTACT: 'mailto:operator@club.example',
      APP_URL: 'https://club.example',
      SMS_GATEWAY_URL: 'http://127.0.0.1:1',
      OPERATOR_TOKENS: `anna:${OPERATOR_TOKEN}`,
      CONSOLE_PORT: String(consolePort),
      CONSOLE_URL: consoleOrigin,
    },
  });
  token = await signInByMail();
  const list = `${calls.listProjects.path}?status=closed&has_warranty_certificate=0`;
  projects = (await requestJson<{ data: Project[] }>(server, list, { token })).data;
}, LONG_MS);
afterAll(async () => {
  await server?.dispose();
  await mail.close();
  await database.drop();
  for (const path of [folder, dataFolder]) rmSync(path, { recursive: true });
});

async function signInByMail(): Promise<string> {
  const { email, region } = owner;
  const challenge = await requestJson<{ user_id: string; challenge_id: string }>(
    server,
    calls.requestSignInCode.path,
    { body: { email, region } },
  );
  const codes = () => mail.received.flatMap((mail) => codeIn(mail) ?? []);
  await vi.waitUntil(() => codes().length === 1, { timeout: LONG_MS });
  const { user_id: userId, challenge_id } = challenge;
  const body = { userId, challenge_id, code: codes()[0] };
  return (await requestJson<{ token: string }>(server, calls.signIn.path, { body })).token;
}

const issue = (changes: Parameters<typeof certificateRequest>[1]) =>
  request(server, calls.createCertificate.path, {
    token,
    key: randomUUID(),
    body: certificateRequest(projects[0]?.uuid ?? '', changes),
  });

describe('with only the files of a release, the server', () => {
  test('signs in a user by mail and serves the API description without scripts', async () => {
    expect(projects.length).toBeGreaterThan(0);
    const docs = await request(server, '/docs');
    expect([docs.status, (await docs.text()).includes('<script')]).toEqual([200, false]);
  });

  test('logs the source line of an error', async () => {
    const font = join(
      folder,
      'node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    );
    const lines = readFileSync(join(root, FONTS_SOURCE), 'utf8').split('\n');
    const line = lines.findIndex((text) => text.includes('readFileSync(resolve(')) + 1;
    renameSync(font, `${font}.moved`);
    expect((await issue({})).status).toBe(500);
    renameSync(`${font}.moved`, font);
    await expect.poll(() => logLines.join('\n')).toContain(`${FONTS_SOURCE}:${line}:`);
  });

  test('prints a certificate with the letters of every script and mails it', async () => {
    const names = { customer_name: 'Žydrūnas Їжакевич Şebnem', city: 'Θεσσαλονίκη' };
    const address = { street: 'Главна', house_number: '1', postal_code: '10-100' };
    const customer = 'customer@poczta.example';
    const response = await issue({
      customer_name: names.customer_name,
      customer_email: customer,
      address_details: { ...address, city: names.city },
    });
    expect(response.status).toBe(201);
    const { uuid } = (await response.json()) as { uuid: string };
    const file = await fetch(`${server.url}/files/pdf/${uuid}${owner.companyId}.pdf`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { text } = readPdf(new Uint8Array(await file.arrayBuffer()));
    for (const name of [...Object.values(names), 'Главна']) expect(text).toContain(name);
    const attachments = () =>
      mail.received.filter(
        ({ to, text: message }) => to.includes(customer) && message.includes('application/pdf'),
      );
    await expect.poll(attachments, { timeout: LONG_MS }).toHaveLength(1);
  });

  test('migrates an empty embedded database', async () => {
    mkdirSync(join(dataFolder, 'data'));
    const settings = { NODE_ENV: 'development', DATA_DIR: join(dataFolder, 'data') };
    const { stdout } = await run(['server/migrate.ts', 'up'], settings);
    expect(stdout).toMatch(/^\d+ migrations applied, the latest \d{3}-/);
    expect(stdout).not.toContain('Pending');
  });

  test('signs in an operator to the console by code and passkey', async () => {
    const email = demoOperators[0]?.email ?? '';
    let cookie = '';
    const post = async <Result>(call: { readonly path: string }, body: unknown) => {
      const response = await fetch(`http://127.0.0.1:${consolePort}/api${call.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: consoleOrigin, cookie },
        body: JSON.stringify(body),
      });
      cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
      if (!response.ok) throw new Error(`${call.path} responded with ${response.status}.`);
      return (await response.json()) as Result;
    };
    await post(operatorCalls.sendOperatorCode, { email });
    const codes = () =>
      mail.received
        .filter(({ to }) => to.includes(email))
        .map(({ text }) => /(\d{5}) (\d{5})/.exec(text)?.slice(1).join('') ?? '');
    await vi.waitUntil(() => codes().length === 1, { timeout: LONG_MS });
    await post(operatorCalls.signInOperator, { email, code: codes()[0] });
    const site = { origin: consoleOrigin, rpId: 'console.club.example' };
    const authenticator = createAuthenticator(site);
    type Options = Record<'options', Record<string, unknown>>;
    const start = await post<Options>(operatorCalls.startPasskeyRegistration, {});
    const registration = authenticator.register(start.options);
    await post(operatorCalls.registerPasskey, { response: registration });
    const signInStart = await post<Options>(operatorCalls.startPasskeySignIn, {});
    const response = authenticator.sign(signInStart.options);
    const session = await post<object>(operatorCalls.signInWithPasskey, { response });
    expect(session).toMatchObject({ operator: { email }, strength: 'passkey' });
  });

  test('responds to `club`', async () => {
    const settings = { CLUB_URL: server.url, OPERATOR_TOKEN };
    await run(
      ['server/club.ts', 'companies', 'leads', owner.companyId, 'on', '--why', 'Asked.'],
      settings,
    );
    const { stdout } = await run(['server/club.ts', 'acts'], settings);
    expect(stdout).toContain(`anna  companies leads ${owner.companyId} on  done`);
  });
});
