import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { type ApiFailure } from '#schemas/api/errors.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { listCommands } from '#server/operator/list-commands.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { addPoints, lineOf, newProduct, placeOrder } from './order-setup.ts';
import { uploadOf } from './photo-upload.ts';
import { nextSerial, saveOf, type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

const annaToken = 'a'.repeat(40);
const reader = 'r'.repeat(40);
const { polishOwner, czechOwner } = accounts;
let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer({ OPERATOR_TOKENS: `anna:${annaToken},rita/reader:${reader}` });
  await server.db
    .updateTable('companies')
    .set({ name: 'Dachy Łódź', registration_number: 'PL 774-000-14-54' })
    .where('id', '=', polishOwner.companyId)
    .execute();
  await server.db
    .updateTable('installers')
    .set({ name: 'Žofie', surname: 'Dvořáková' })
    .where('id', '=', czechOwner.id)
    .execute();
});
afterAll(() => server.close());

interface Output {
  readonly data: readonly string[];
  readonly errors: ApiFailure['errors'];
}
async function operate(words: readonly string[], json = false, token = annaToken): Promise<Output> {
  // Actions are read in order of their time, so each needs a different time.
  server.clock.advance(1);
  const response = await server.app.inject({
    ...{ method: 'POST', url: OPERATOR_PATH, headers: { authorization: `Bearer ${token}` } },
    payload: { words, json },
  });
  return { data: [], errors: [], ...response.json<object>() };
}
async function records(...words: string[]): Promise<unknown> {
  const { data, errors } = await operate(words, true);
  expect(errors).toEqual([]);
  expect(data).toHaveLength(1);
  return JSON.parse(data[0] ?? '');
}
const text = async (...words: string[]) => (await operate(words)).data.join('\n');
const idsOf = async (...words: string[]) =>
  ((await records(...words)) as { id: string }[]).map(({ id }) => id);
const readActions = () => server.db.selectFrom('operator_acts').selectAll().orderBy('at').execute();

test('every list can be read as JSON', async () => {
  for (const { name } of listCommands) {
    expect({ name, rows: await records(...name.split(' ')) }).toEqual({
      name,
      rows: expect.any(Array) as unknown[],
    });
  }
});

test('an action has no JSON output', async () => {
  const { errors } = await operate(['companies', 'verify', polishOwner.companyId], true);
  expect(errors[0]?.message).toBe('This command has no JSON output. Leave out --json.');
});

test('a project is shown with its scans, photos, points and history', async () => {
  const token = await server.tokenOf('polishOwner');
  const project = await server.newProject('polishOwner');
  const photo = uploadOf(drawDemoPhoto());
  await server.call(calls.uploadPhoto, { body: photo }, token);
  const [plainSerial, photoSerial] = [nextSerial(), nextSerial()];
  const reviewedSave = saveOf(photoSerial, project, {
    image_data: photo.fields.uuid,
    photo_of: 'label',
  });
  const countedSave = saveOf(plainSerial, project);
  await server.saveScans([countedSave, reviewedSave]);
  const [points = 0, reviewedPoints = 0] = await Promise.all(
    [countedSave, reviewedSave].map(async ({ uuid }) => (await server.storedScan(uuid))?.points),
  );
  await server.db.updateTable('projects').set({ status: 5 }).where('uuid', '=', project).execute();
  const record = await records('projects', 'show', project);
  expect(record).toMatchObject({
    ...{ id: project, status: 'inReview', company: polishOwner.companyId },
    ...{ points_valid: points, points_possible: points + reviewedPoints, ledger: [], history: [] },
  });
  const { products } = record as { products: { scan: string }[] };
  expect(products).toHaveLength(2);
  expect(products.find(({ scan }) => scan === reviewedSave.uuid)).toMatchObject({
    ...{ flag: 'in_review', serial_number: photoSerial.code, points: reviewedPoints },
    ...{ photo: photo.fields.uuid, photo_of: 'label', registry_type: photoSerial.type },
    created_by: polishOwner.id,
  });
  const printedText = await text('projects', 'show', project);
  for (const part of [reviewedSave.uuid, countedSave.uuid, photo.fields.uuid, photoSerial.code]) {
    expect(printedText).toContain(part);
  }

  const why = 'Another product.';
  const words = [
    ...['products', 'reject', project.toUpperCase()],
    ...['photo_mismatch', reviewedSave.uuid],
  ];
  const { version } = record as { version: number };
  const act = async (actionWords: readonly string[], options: Readonly<Record<string, string>>) => {
    const payload = { words: actionWords, why, options };
    const headers = { authorization: `Bearer ${annaToken}` };
    const request = { method: 'POST', url: OPERATOR_PATH, headers, payload } as const;
    return { data: [], errors: [], ...(await server.app.inject(request)).json<object>() } as Output;
  };
  const lateOutput = await act(words, { seen: String(version - 1) });
  expect(lateOutput.errors[0]?.message).toMatch(/^A product has changed since this version/);
  const requestPhoto = words.with(1, 'request-photo');
  expect((await act(requestPhoto, { seen: String(version) })).errors).toEqual([]);
  expect((await act(['projects', 'accept', project], {})).data.join('\n')).toBe(
    `Saved. The project stays in review until all its products are decided.
Not accepted, still waiting for a new photo: ${reviewedSave.uuid}`,
  );
  expect((await act(words, {})).errors).toEqual([]);
  expect(await records('projects', 'show', project)).toMatchObject({
    ...{ status: 'closed', points_valid: points, points_possible: points },
    ledger: expect.arrayContaining([
      expect.objectContaining({ event: 'project_closed', points }),
    ]) as unknown[],
    history: expect.arrayContaining([
      expect.objectContaining({
        operator: 'anna',
        command: 'products reject',
        outcome: 'done',
        why,
      }),
    ]) as unknown[],
  });
});

test('an order is shown with its goods and recipient, without the voucher', async () => {
  await addPoints(server, 'polishOwner', 500);
  const { variant } = await newProduct(server, { type: 'PETROL', price: 40 });
  const order = await placeOrder(server, 'polishOwner', [lineOf(variant, 40)], { type: 'PETROL' });
  await server.db
    .updateTable('orders')
    .set({ response: JSON.stringify({ number: 'V-1234', expiresAt: null, password: 'secret' }) })
    .where('uuid', '=', order.uuid)
    .execute();
  expect(await records('orders', 'show', order.uuid)).toMatchObject({
    ...{ id: order.uuid, number: order.number, status: 'pending', points: 40 },
    ...{ company: polishOwner.companyId, person: polishOwner.id, has_response: true },
    recipient: `${order.customer.name} ${order.customer.surname}`,
    goods: [{ name: 'A thing', variant, quantity: 1, price: 40 }],
    ledger: [{ event: 'order_reservation', points: 40 }],
  });
  const printedText = await text('orders', 'show', order.uuid);
  expect(printedText).toContain(order.customer.surname);
  expect(printedText).not.toMatch(/V-1234|secret/);
});

describe('a search', () => {
  test.each(['dachy lodz', 'ŁÓDŹ', '7740001454', 'pl774', polishOwner.companyId])(
    'finds a company by “%s”',
    async (searched) => {
      expect(await idsOf('companies', 'search', searched)).toEqual([polishOwner.companyId]);
    },
  );

  test.each([
    'zofie dvorakova',
    'DVOŘÁK',
    'Person3@Example',
    '+48 500 000 003',
    '0048500000003',
    czechOwner.id,
  ])('finds a person by “%s”', async (searched) => {
    expect(await idsOf('people', 'search', searched)).toEqual([czechOwner.id]);
  });

  test('takes wildcards literally, and finds nothing for an unknown text', async () => {
    for (const searched of ['%%', '__', 'no such text', '---']) {
      expect(await idsOf('companies', 'search', searched)).toEqual([]);
      expect(await idsOf('people', 'search', searched)).toEqual([]);
    }
  });
});

test('a company is shown with its points, and its people without contact data', async () => {
  const balance = 120;
  await server.db.deleteFrom('ledger').where('company_id', '=', czechOwner.companyId).execute();
  await addPoints(server, 'czechOwner', balance);
  expect(await records('companies', 'show', czechOwner.companyId)).toMatchObject({
    ...{ id: czechOwner.companyId, country: 'CZ', points: balance },
    people: [{ id: czechOwner.id, role: 3 }],
    latest_points: [{ points: balance, variation: 'positive' }],
  });
  const printedText = await text('companies', 'show', czechOwner.companyId);
  expect(printedText).not.toMatch(/Dvořáková|person3@example\.com|\+48500000003/);
});

test('a person is shown with their open sessions, never with tokens', async () => {
  await server.tokenOf('polishOwner');
  const record = await records('people', 'show', polishOwner.id);
  expect(record).toMatchObject({
    ...{ id: polishOwner.id, email: polishOwner.email, phone: polishOwner.phone },
    ...{ owner: true, company: polishOwner.companyId, active: true },
  });
  const openSessions = await server.db
    .selectFrom('sessions')
    .select('id')
    .where('installer_id', '=', polishOwner.id)
    .where('ended_at', 'is', null)
    .execute();
  expect((record as { sessions: { id: string }[] }).sessions.map(({ id }) => id).sort()).toEqual(
    openSessions.map(({ id }) => id).sort(),
  );
  expect(JSON.stringify(record)).not.toContain('hash');
});

test('reading personal data is recorded without the searched text, and isn’t allowed for the role reader', async () => {
  const before = (await readActions()).length;
  await operate(['people', 'search', 'Dvořáková']);
  await operate(['people', 'show', czechOwner.id]);
  const recordedActions = (await readActions()).slice(before);
  expect(recordedActions).toHaveLength(2);
  expect(recordedActions).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ command: 'people search', words: [], outcome: 'done' }),
      expect.objectContaining({ command: 'people show', words: [czechOwner.id], operator: 'anna' }),
    ]),
  );
  expect(server.log.join('')).not.toMatch(/Dvořáková|person3@example/);
  for (const words of [
    ['people', 'search', 'Dvořáková'],
    ['people', 'show', czechOwner.id],
    ['orders', 'show', randomUUID()],
  ]) {
    expect((await operate(words, true, reader)).errors[0]?.code).toBe('forbidden');
  }
  expect((await operate(['companies', 'show', czechOwner.companyId], true, reader)).errors).toEqual(
    [],
  );
});

test('an operator downloads the uploaded photo, and the download is recorded', async () => {
  const photo = uploadOf(drawDemoPhoto());
  const token = await server.tokenOf('polishOwner');
  await server.call(calls.uploadPhoto, { body: photo }, token);
  const [savedPhoto = ''] = (await operate(['photos', 'save', photo.fields.uuid])).data;
  const servedResponse = await server.app.inject({
    url: `/files/photo/${photo.fields.uuid}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(servedResponse.statusCode).toBe(200);
  expect(Buffer.from(savedPhoto, 'base64').equals(servedResponse.rawPayload)).toBe(true);
  expect(await readActions()).toContainEqual(
    expect.objectContaining({ command: 'photos save', words: [photo.fields.uuid] }),
  );
});

test('a person’s sessions are ended but not a colleague’s, and the person can sign in again', async () => {
  const [token, colleague] = await Promise.all(
    (['decorOwner', 'decorStaff'] as const).map((account) => server.tokenOf(account)),
  );
  const statusOf = async (accessToken?: string) =>
    (await server.call(calls.listProjects, { query: {} }, accessToken)).status;
  expect(await statusOf(token)).toBe(200);
  await server.db
    .updateTable('installers')
    .set({ fcm: '["https://push.example/1"]' })
    .where('id', '=', accounts.decorOwner.id)
    .execute();
  const end = async () => {
    const response = await server.app.inject({
      ...{ method: 'POST', url: OPERATOR_PATH, headers: { authorization: `Bearer ${annaToken}` } },
      payload: { words: ['people', 'end-sessions', accounts.decorOwner.id], why: 'Lost phone.' },
    });
    return response.json<Output>().data;
  };
  expect(await end()).toEqual(['Sessions ended: 1.']);
  expect(await end()).toEqual(['Sessions ended: 0.']);
  expect(await statusOf(token)).toBe(401);
  expect(await statusOf(colleague)).toBe(200);
  const person = await server.db
    .selectFrom('installers')
    .select('fcm')
    .where('id', '=', accounts.decorOwner.id)
    .executeTakeFirstOrThrow();
  expect(person.fcm).toBe('[]');
  expect(await statusOf((await server.signInAs('decorOwner')).token)).toBe(200);
  expect(await records('people', 'show', accounts.decorOwner.id)).toMatchObject({
    sessions: [{}],
    history: [{ command: 'people end-sessions', why: 'Lost phone.' }, {}],
  });
});

test('an expired session isn’t shown, and isn’t counted when sessions are ended', async () => {
  await server.signInAs('polishStaff');
  const { id } = accounts.polishStaff;
  const countShownSessions = async () =>
    ((await records('people', 'show', id)) as { sessions: unknown[] }).sessions.length;
  const before = await countShownSessions();
  expect(before).toBeGreaterThan(0);
  await server.db
    .updateTable('sessions')
    .set({ expires_at: new Date(server.clock.now() - 1) })
    .where('installer_id', '=', id)
    .execute();
  await server.signInAs('polishStaff');
  expect(await countShownSessions()).toBe(1);
  const response = await server.app.inject({
    ...{ method: 'POST', url: OPERATOR_PATH, headers: { authorization: `Bearer ${annaToken}` } },
    payload: { words: ['people', 'end-sessions', id], why: 'Lost phone.' },
  });
  expect(response.json<Output>().data).toEqual(['Sessions ended: 1.']);
});

test('the role reader sees no operators’ reasons, and no street of a project', async () => {
  const project = await server.newProject('polishOwner');
  const why = 'Jan Kowalski called.';
  await server.app.inject({
    ...{ method: 'POST', url: OPERATOR_PATH, headers: { authorization: `Bearer ${annaToken}` } },
    payload: { words: ['companies', 'leads', polishOwner.companyId, 'on'], why },
  });
  const showRecords = async (token: string) =>
    [
      ...(await operate(['projects', 'show', project], false, token)).data,
      ...(await operate(['companies', 'show', polishOwner.companyId], true, token)).data,
    ].join('\n');
  expect(await showRecords(annaToken)).toMatch(/ul\. Lipowa 1[^]*Jan Kowalski called/);
  expect(await showRecords(reader)).not.toMatch(/ul\. Lipowa 1|00-001\n|Jan Kowalski/);
  expect(await showRecords(reader)).toContain('Łódź');
});

test('actions are filtered and paged, and reads are hidden unless requested', async () => {
  const at = (minutes: number) => new Date(server.clock.now() + minutes * MINUTE_MS);
  const person = randomUUID();
  await server.db
    .insertInto('operator_acts')
    .values(
      Array.from({ length: 120 }, (_item, index) => ({
        uuid: randomUUID(),
        at: at(index),
        operator: 'anna',
        command: index % 2 === 0 ? 'people show' : 'people end-sessions',
        words: [person],
        why: `Act ${index}`,
        outcome: 'done',
      })),
    )
    .execute();
  const listActions = async (options: Record<string, string>) => {
    const response = await server.app.inject({
      ...{ method: 'POST', url: OPERATOR_PATH, headers: { authorization: `Bearer ${annaToken}` } },
      payload: { words: ['acts'], options, json: true },
    });
    const [json = '[]'] = response.json<Partial<Output>>().data ?? [];
    return JSON.parse(json) as { why: string; command: string; at: string }[];
  };
  const firstPage = await listActions({ person: person.toUpperCase() });
  expect(firstPage).toHaveLength(50);
  expect(new Set(firstPage.map(({ command }) => command))).toEqual(
    new Set(['people end-sessions']),
  );
  const nextPage = await listActions({ person, before: firstPage.at(-1)?.at ?? '' });
  expect(nextPage.map(({ why }) => why)).toEqual(
    [19, 17, 15, 13, 11, 9, 7, 5, 3, 1].map((n) => `Act ${n}`),
  );
  expect(await listActions({ person, reads: '', limit: '1000' })).toHaveLength(120);
  expect(
    await listActions({ person, act: 'people show', since: at(100).toISOString() }),
  ).toHaveLength(10);
  expect(await listActions({ person, limit: '3' })).toHaveLength(3);
});

test('an unknown record is explained in one sentence', async () => {
  const unknownId = randomUUID();
  const messages: [string[], RegExp][] = [
    [['companies', 'show', unknownId], /^There is no company with this id\. /],
    [['orders', 'show', unknownId], /^There is no order with this id\. /],
    [['people', 'show', unknownId], /^There is no person with this id\. /],
    [['projects', 'show', unknownId], /^There is no project with this id\. /],
    [['photos', 'save', unknownId], /^There is no photo with this id\. /],
    [['people', 'show', 'Jan'], /^PERSON must be an id with 36 characters\. /],
    [['people', 'search', 'a'], /^TEXT must be a text with 2 to 100 characters/],
  ];
  for (const [words, message] of messages) {
    expect((await operate(words)).errors[0]?.message).toMatch(message);
  }
});
