import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { accounts } from './test-accounts.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const { email, id } = accounts.czechOwner;
const unknownEmail = 'unknown@example.com';
const reason = 'They see a different balance than we do.';

let serverWithImpersonation: TestApp;
let serverWithoutImpersonation: TestApp;
beforeAll(async () => {
  serverWithImpersonation = await startTestApp({ variables: { FAKER_TOKENS: '1' } });
  serverWithoutImpersonation = await startTestApp();
});
afterAll(async () => {
  await serverWithImpersonation.close();
  await serverWithoutImpersonation.close();
});

/** Runs the operator command over HTTP, from this machine. */
async function emulate({ app }: TestApp, email: string) {
  const response = await app.inject({
    method: 'POST',
    url: OPERATOR_PATH,
    headers: { host: 'localhost' },
    payload: { words: ['emulate', email], why: reason },
  });
  return { data: [], errors: [], ...response.json<object>() } as {
    data: string[];
    errors: { code: string; field?: string }[];
  };
}
const operatorActions = ({ db }: TestApp) => db.selectFrom('operator_acts').selectAll().execute();

describe('impersonation of a user (security 4)', () => {
  test('can’t be requested unless the configuration allows it', async () => {
    const { errors } = await emulate(serverWithoutImpersonation, email);
    expect(errors).toMatchObject([{ code: 'not_found', field: 'FAKER_TOKENS' }]);
    expect(await operatorActions(serverWithoutImpersonation)).toEqual([]);
  });

  test('returns a path that works once; the log has the user’s id, no address', async () => {
    const [path = ''] = (await emulate(serverWithImpersonation, email)).data;
    const faker = new URL(path, 'https://club.example').searchParams.get('faker') ?? '';
    const { result } = await serverWithImpersonation.call(calls.startImpersonation, {
      body: { faker },
    });
    expect(result.user_id).toBe(id);
    expect(
      (await serverWithImpersonation.call(calls.startImpersonation, { body: { faker } })).code,
    ).toBe('session_expired');

    const { errors } = await emulate(serverWithImpersonation, unknownEmail);
    expect(errors).toMatchObject([{ code: 'installer_not_found', field: 'E-MAIL' }]);
    expect(await operatorActions(serverWithImpersonation)).toMatchObject([
      { command: 'emulate', words: [id], why: reason, outcome: 'done' },
    ]);
    const log = serverWithImpersonation.log.join('');
    for (const secret of [email, unknownEmail, faker]) expect(log).not.toContain(secret);
  });
});
