import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldText } from '#schemas/text-search.ts';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { expireProjects } from '#server/projects/expire-projects.ts';
import { nextSerial, type ScanServer, saveOf, startScanServer } from './scan-setup.ts';
import type { AccountKey } from './test-accounts.ts';

let server: ScanServer;
let ownerToken: string;

beforeAll(async () => {
  server = await startScanServer();
  ownerToken = await server.tokenOf('polishOwner');
});
afterAll(() => server.close());

async function tokenOf(account: AccountKey) {
  return server.tokenOf(account);
}

describe('starting a project', () => {
  test('opens it for the region’s project lifetime', async () => {
    const body = { name: 'Dom', streetName: 'ul. Polna 2', postalCode: '00-950', city: 'Warszawa' };
    const createResponse = await server.call(calls.createProject, { body }, ownerToken);
    expect(createResponse).toMatchObject({
      status: 201,
      result: { name: 'Dom', street_name: 'ul. Polna 2', status: { id: 1 }, products_count: 0 },
    });
    expect(createResponse.result.survey.length).toBeGreaterThan(0);
    const { uuid } = createResponse.result;
    const detail = await server.call(calls.getProject, { params: { id: uuid } }, ownerToken);
    expect(detail.result.days_left).toBe(90);
    const czechProject = await server.newProject('czechOwner');
    const other = await server.call(
      calls.getProject,
      { params: { id: czechProject } },
      await tokenOf('czechOwner'),
    );
    expect(other.result.survey).toEqual([]);
  });

  test('needs only street and postal code', async () => {
    const body = { streetName: 'ul. Polna 2', postalCode: '00-950' };
    const createResponse = await server.call(calls.createProject, { body }, ownerToken);
    expect(createResponse.result).toMatchObject({ name: '', city: '' });
  });

  test('again with an id that a restore has lost creates one project, whichever colleague does it (F43)', async () => {
    const body = { uuid: randomUUID(), streetName: 'ul. Zgubiona 1', postalCode: '00-001' };
    const staffToken = await tokenOf('polishStaff');
    const createProject = (token: string) => server.call(calls.createProject, { body }, token);
    const responses = await Promise.all([ownerToken, staffToken, ownerToken].map(createProject));
    expect(responses).toMatchObject(
      Array.from({ length: 3 }, () => ({ status: 201, result: { uuid: body.uuid } })),
    );
    const foreignResponse = await createProject(await tokenOf('czechOwner'));
    expect([foreignResponse.status, foreignResponse.code]).toEqual([409, 'conflict']);
  });

  test('fifty concurrent requests with one key create one project', async () => {
    const body = { streetName: 'ul. Kluczowa 1', postalCode: '00-001' };
    const headers = { 'idempotency-key': randomUUID() };
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        server.call(calls.createProject, { body, headers }, ownerToken),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 201));
    expect(new Set(responses.map(({ result }) => result.uuid)).size).toBe(1);
    const rows = await server.db
      .selectFrom('projects')
      .select('uuid')
      .where('street_name', '=', body.streetName)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('is rejected if the key was used for another project', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { streetName: 'ul. Kluczowa 2', postalCode: '00-001' };
    await server.call(calls.createProject, { body, headers }, ownerToken);
    const other = { ...body, postalCode: '00-002' };
    const response = await server.call(calls.createProject, { body: other, headers }, ownerToken);
    expect(response).toMatchObject({ status: 422, code: 'key_reused' });
  });
});

test('a project started offline can be corrected by its company, and not by a late request (F01, F43)', async () => {
  const [uuid, second] = [randomUUID(), randomUUID()];
  const first = { uuid, op_id: uuid, streetName: 'ul. Polna 1', postalCode: '00-001' };
  const laterEdit = { ...first, op_id: second, prior_op_ids: [uuid], streetName: 'ul. Polna 2' };
  const createProject = async (body: typeof first, token = ownerToken) =>
    (await server.call(calls.createProject, { body }, token)).result.street_name;
  expect([await createProject(first), await createProject(first)]).toEqual([
    'ul. Polna 1',
    'ul. Polna 1',
  ]);
  const foreignResponse = await server.call(
    calls.createProject,
    { body: laterEdit },
    await tokenOf('czechOwner'),
  );
  expect([foreignResponse.status, foreignResponse.code]).toEqual([409, 'conflict']);
  expect(await createProject(first)).toBe('ul. Polna 1');
  // After a restore, a colleague's phone may have created the project.
  expect(await createProject(laterEdit, await tokenOf('polishStaff'))).toBe('ul. Polna 2');
  expect(await createProject(laterEdit)).toBe('ul. Polna 2');
  expect(await createProject(first)).toBe('ul. Polna 2');
  const searchInput = { query: { address: 'polna 2' } };
  const { data } = (await server.call(calls.searchProjects, searchInput, ownerToken)).result;
  expect(data.map((row) => [row.uuid, row.op_id])).toContainEqual([uuid, second]);

  await setStatus(uuid, 2);
  // A change of a closed project is rejected, but repeating an edit that the server has is not.
  const thirdEdit = {
    ...laterEdit,
    op_id: randomUUID(),
    prior_op_ids: [second],
    streetName: 'Nowa 3',
  };
  const rejectedResponse = await server.call(calls.createProject, { body: thirdEdit }, ownerToken);
  expect([rejectedResponse.status, rejectedResponse.code]).toEqual([409, 'project_not_open']);
  expect(await createProject({ ...thirdEdit, streetName: 'ul. Polna 2' })).toBe('ul. Polna 2');
  expect([await createProject(first), await createProject(laterEdit)]).toEqual([
    'ul. Polna 2',
    'ul. Polna 2',
  ]);
});

test('an author’s late address correction keeps the date that a colleague has set since (F01)', async () => {
  const uuid = randomUUID();
  const [day, ownDay, colleagueDay] = ['2026-05-10', '2026-05-11', '2026-05-12'];
  const first = { uuid, op_id: uuid, streetName: 'ul. Polna 1', postalCode: '00-001' };
  const save = async (body: object) =>
    (await server.call(calls.createProject, { body: { ...first, ...body } }, ownerToken)).result;
  await save({ installationDate: day });
  const second = randomUUID();
  const earlierSave = await save({ op_id: second, prior_op_ids: [uuid], installationDate: ownDay });
  expect(earlierSave.installation_date).toBe(ownDay);
  const setDate = {
    params: { id: uuid },
    body: { installation_date: colleagueDay, known_dates: [ownDay] },
  };
  await server.call(calls.updateProjectInstallationDate, setDate, await tokenOf('polishStaff'));
  const lateSave = {
    op_id: randomUUID(),
    prior_op_ids: [uuid, second],
    streetName: 'ul. Polna 2',
    installationDate: day,
  };
  expect(await save(lateSave)).toMatchObject({
    street_name: 'ul. Polna 2',
    installation_date: colleagueDay,
  });
});

describe('the list of projects', () => {
  test('contains open projects by default, newest first, in pages', async () => {
    const token = await tokenOf('decorOwner');
    const uuids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      server.clock.advance(1000);
      uuids.unshift(await server.newProject('decorOwner'));
    }
    const [third = '', fourth = ''] = uuids.slice(2);
    await setStatus(third, 2);
    await setStatus(fourth, 5);
    const page = (query: object) => server.call(calls.listProjects, { query }, token);
    const openProjects = await page({});
    expect(openProjects.result.data.map(({ uuid }) => uuid)).toEqual(
      uuids.filter((uuid) => uuid !== third && uuid !== fourth),
    );
    expect((await page({ limit: 2 })).result.meta).toEqual({ last_page: 2, total: 3 });
    const listByStatus = async (status: string) =>
      (await page({ status })).result.data.map(({ uuid }) => uuid);
    expect(await listByStatus('closed')).toEqual([third]);
    expect(await listByStatus('in_review')).toEqual([fourth]);
    expect(await listByStatus('lost')).toEqual([]);
  });

  test('can be searched by address, ignoring case, diacritics and spaces', async () => {
    const token = await tokenOf('czechOwner');
    const body = { streetName: 'Žižkova  5', postalCode: '602 00', city: 'Brno-střed' };
    const createResponse = await server.call(calls.createProject, { body }, token);
    const find = async (address: string) => {
      const response = await server.call(calls.searchProjects, { query: { address } }, token);
      return response.result.data.map(({ uuid }) => uuid);
    };
    for (const address of ['Žižkova', 'ZIZKOVA 5', 'stred', '602 00 b', 'brno, zizkova']) {
      expect(await find(address)).toEqual([createResponse.result.uuid]);
    }
    for (const pattern of ['%', '_', '\\', ' , ', 'brno praha'])
      expect(await find(pattern)).toEqual([]);
    const foreignResponse = await server.call(
      calls.searchProjects,
      { query: { address: 'ziz' } },
      ownerToken,
    );
    expect(foreignResponse.result.data).toEqual([]);
  });

  test('returns at most three for a search without a limit', async () => {
    for (let index = 0; index < 4; index += 1) await server.newProject('polishOwner');
    const query = { address: 'łódź' };
    const searchResponse = await server.call(calls.searchProjects, { query }, ownerToken);
    expect(searchResponse.result.data).toHaveLength(3);
    expect(searchResponse.result.meta.total).toBeGreaterThan(3);
  });
});

test('the search text normalises letters in the same way on every engine', () => {
  expect(foldText(' ŁÓDŹ  Ůl. ßtraße ĐØ ')).toBe('lodz ul. sstrasse do');
  expect(foldText('Львів')).toBe('львів'.normalize('NFKD').replace(/\p{M}/gu, ''));
});

describe('deleting a project', () => {
  test('works while it is open and empty, is idempotent, and leaves a tombstone', async () => {
    const id = await server.newProject('polishOwner');
    expect((await server.call(calls.deleteProject, { params: { id } }, ownerToken)).status).toBe(
      200,
    );
    expect((await server.call(calls.deleteProject, { params: { id } }, ownerToken)).status).toBe(
      200,
    );
    const missingProject = await server.call(calls.getProject, { params: { id } }, ownerToken);
    expect(missingProject.code).toBe('project_not_found');
    const row = await server.db
      .selectFrom('projects')
      .select('deleted')
      .where('uuid', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.deleted).toBe(true);
    const scanResponse = await server.call(
      calls.createScan,
      { body: saveOf(nextSerial(), id) },
      ownerToken,
    );
    expect(scanResponse.code).toBe('project_not_found');
  });

  test('is rejected if it has products or isn’t open', async () => {
    const id = await server.newProject('polishOwner');
    const body = saveOf(nextSerial(), id);
    await server.call(calls.createScan, { body }, ownerToken);
    const remove = () => server.call(calls.deleteProject, { params: { id } }, ownerToken);
    expect(await remove()).toMatchObject({ status: 409, code: 'project_has_products' });
    await server.call(calls.deleteScan, { params: { id: body.uuid } }, ownerToken);
    await setStatus(id, 3);
    expect(await remove()).toMatchObject({ status: 409, code: 'project_not_open' });
    await setStatus(id, 1);
    expect((await remove()).status).toBe(200);
  });
});

test('a project of another company isn’t found by any call', async () => {
  const id = await server.newProject('polishOwner');
  const otherToken = await tokenOf('czechOwner');
  const body = { uuid: randomUUID(), data: { response: [] } };
  const answers = [
    await server.call(calls.getProject, { params: { id } }, otherToken),
    await server.call(calls.deleteProject, { params: { id } }, otherToken),
    await server.call(calls.submitProjectSurvey, { params: { id }, body }, otherToken),
  ];
  expect(answers.map(({ status, code }) => [status, code])).toEqual(
    answers.map(() => [404, 'project_not_found']),
  );
});

test('staff see the projects of their company', async () => {
  const id = await server.newProject('polishOwner');
  const staffResponse = await server.call(
    calls.getProject,
    { params: { id } },
    await tokenOf('polishStaff'),
  );
  expect(staffResponse.status).toBe(200);
});

describe('an expired project', () => {
  test('is marked as lost once, even by several processes', async () => {
    const [first, second, third] = [
      await server.newProject('polishOwner'),
      await server.newProject('czechOwner'),
      await server.newProject('polishOwner'),
    ];
    await expireProjects(server.services);
    const at = server.clock.now() + 5 * DAY_MS;
    await server.db
      .updateTable('projects')
      .set({ expires_at: new Date(at) })
      .where('uuid', 'in', [first, second])
      .execute();
    expect(await expireProjects(server.services)).toBe(0);

    const clock = { now: () => at };
    const runs = await Promise.all(
      Array.from({ length: 6 }, () => expireProjects({ ...server.services, clock })),
    );
    expect(runs.reduce((sum, lostCount) => sum + lostCount, 0)).toBe(2);
    const rows = await server.db
      .selectFrom('projects')
      .select(['uuid', 'status', 'expires_at'])
      .where('uuid', 'in', [first, second, third])
      .execute();
    const statusOf = (id: string) => rows.find(({ uuid }) => uuid === id)?.status;
    expect([first, second, third].map(statusOf)).toEqual([3, 3, 1]);
    expect(rows.filter(({ expires_at }) => expires_at === null)).toHaveLength(2);
  });
});

function setStatus(uuid: string, status: 1 | 2 | 3 | 4 | 5) {
  return server.db.updateTable('projects').set({ status }).where('uuid', '=', uuid).execute();
}
