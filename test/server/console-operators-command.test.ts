import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const poland = regionIdOf('PL');
const why = 'left the company';
const [ewa, jan] = ['ewa@club.example', 'jan@club.example'];

let server: TestConsole;
beforeAll(async () => {
  server = await startConsole();
});
afterAll(() => server.close());

/** Runs a command over HTTP, from this machine. */
async function run(...words: readonly string[]) {
  const response = await server.app.inject({
    method: 'POST',
    url: OPERATOR_PATH,
    headers: { host: 'localhost' },
    payload: { words, why },
  });
  return { data: [], errors: [], ...response.json<object>() } as {
    data: string[];
    errors: { code: string; message?: string }[];
  };
}

/** Adds an administrator of Poland with a passkey. */
async function addAdministrator(email: string): Promise<string> {
  const operator_id = await server.addOperator(grantsOf('administrator', [poland]), email);
  const at = new Date(server.clock.now());
  await server.db
    .insertInto('operator_passkeys')
    .values({
      ...{ id: randomUUID(), operator_id, public_key: Buffer.alloc(1), counter: 0 },
      ...{ transports: [], created_at: at, used_at: at },
    })
    .execute();
  return operator_id;
}

test('the command deactivates a second person who has left, but not the only administrator', async () => {
  const token = await server.startSession(await addAdministrator(ewa));
  const id = await addAdministrator(jan);
  const session = await server.startSession(id);
  expect((await run('operators')).data).toEqual([
    `${ewa}  active  administrator PL`,
    `${jan}  active  administrator PL`,
  ]);
  const input = { params: { id }, body: { active: false, rev: 1, why } };
  const firstResponse = await server.operate(operatorCalls.setOperatorActive, input, token);
  expect(firstResponse.result.approval).toEqual(expect.any(String));

  expect((await run('operators', 'deactivate', jan)).data).toHaveLength(1);
  const { status } = await server.operate(operatorCalls.readOperatorSession, {}, session);
  expect(status).toBe(401);
  expect((await run('operators')).data[1]).toContain('deactivated');
  expect((await run('operators', 'deactivate', jan)).errors).toMatchObject([{ code: 'not_found' }]);
  expect((await run('operators', 'deactivate', ewa)).errors).toMatchObject([{ code: 'conflict' }]);
  const actions = await server.db
    .selectFrom('operator_acts')
    .select(['words', 'outcome'])
    .execute();
  expect(actions).toMatchObject([{ words: [id], outcome: 'done' }, { outcome: 'conflict' }]);

  const grants = [{ role: 'administrator' as const, regions: [poland] }];
  const body = { email: 'anna@club.example', name: 'Anna', language: 'pl' as const, grants, why };
  const inviteResponse = await server.operate(operatorCalls.inviteOperator, { body }, token);
  expect(inviteResponse.result.approval).toBeNull();
});
