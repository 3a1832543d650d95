import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type KyselyPlugin } from 'kysely';
import { calls } from '#schemas/api/calls.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { accounts } from './test-accounts.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const owner = accounts.polishOwner;
const nobody = 'who@example.com';

let server: TestApp;
beforeEach(async () => {
  server = await startTestApp({
    variables: { HIDE_UNKNOWN_INSTALLERS: '1', RATE_LIMIT_FACTOR: '100' },
  });
  // Give the account data that a made-up account wouldn't have.
  await server.db
    .updateTable('installers')
    .set({ options: '{"consentSeen":true}', email_consent: true, phone_consent: true })
    .execute();
  await server.db.updateTable('companies').set({ survey: '[]' }).execute();
});
afterEach(() => server.close());

const ask = (email: string, region: RegionCode = 'PL') =>
  server.call(calls.requestSignInCode, { body: { email, region } });

/** Records the SQL statements (without values) that the server runs during `work`. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { db } = server.services;
  const statements: string[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      statements.push(db.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  Object.assign(server.services, { db: db.withPlugin(recorder) });
  await work();
  Object.assign(server.services, { db });
  return statements;
}

describe('when the server hides who is registered (security 3)', () => {
  test('no field of the response comes from the account', async () => {
    for (const region of ['PL', 'CZ', 'TR'] as const) {
      const [known, unknown] = [await ask(owner.email, region), await ask(nobody, region)];
      expect([known.status, unknown.status]).toEqual([200, 200]);
      expect([known.result.region, unknown.result.region]).toEqual([region, region]);
      expect([known.result.options, unknown.result.options]).toEqual(['{}', '{}']);
      expect(known.result.user_id).not.toBe(owner.id);
      expect(known.result.company_id).not.toBe(owner.companyId);
      expect(Object.keys(known.result)).toEqual(Object.keys(unknown.result));
    }
    const before = await ask(owner.email);
    await server.db
      .updateTable('installers')
      .set({ created_at: new Date(0), options: '{"a":1}', role: 4, email_consent: false })
      .where('id', '=', owner.id)
      .execute();
    await server.db.updateTable('companies').set({ survey: null, regions_id: 1 }).execute();
    const { challenge_id: _other, ...after } = (await ask(owner.email)).result;
    expect(before.result).toMatchObject(after);
  });

  test('two of one company can’t be distinguished from two unknown ones', async () => {
    const [one, other] = [await ask(owner.email), await ask(accounts.polishStaff.email)];
    expect(one.result.company_id).not.toBe(other.result.company_id);
  });

  test('the database queries are the same for everyone', async () => {
    const known = await statementsOf(() => ask(owner.email));
    const unknown = await statementsOf(() => ask(nobody));
    expect(known.length).toBeGreaterThan(5);
    expect(unknown).toEqual(known);
  });

  test('wrong codes are handled, counted and queried in the same way', async () => {
    const wrong = async (email: string) => {
      const { user_id: userId, challenge_id } = (await ask(email)).result;
      const body = { userId, challenge_id, code: '00000' };
      const answers: unknown[] = [];
      const statements = await statementsOf(async () => {
        answers.push((await server.call(calls.signIn, { body })).errors);
      });
      expect(answers).toMatchObject([[{ code: 'invalid_code' }]]);
      return { statements, answers };
    };
    expect(await wrong(nobody)).toEqual(await wrong(owner.email));
    for (const email of [nobody, owner.email]) {
      for (let n = 0; n < 9; n += 1) await wrong(email);
      expect((await ask(email)).result.code_length).toBe(10);
    }
  });

  test('a correct code returns the person', async () => {
    const signedIn = await server.call(calls.signIn, { body: await rightCode() });
    expect(signedIn.result).toMatchObject({
      user_id: owner.id,
      company_id: owner.companyId,
      role: owner.role,
      region: 'PL',
      has_survey: true,
    });
    const self = await server.call(calls.getSignedInUser, {}, signedIn.result.token);
    expect(self.result.uuid).toBe(owner.id);
  });
});

async function rightCode() {
  const { user_id: userId, challenge_id } = (await ask(owner.email)).result;
  await expect.poll(() => server.delivery.codes().length).toBe(1);
  return { userId, challenge_id, code: server.delivery.codes()[0]?.code ?? '' };
}
