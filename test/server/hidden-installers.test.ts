import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type KyselyPlugin } from 'kysely';
import { calls } from '#schemas/api/calls.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { accounts } from './test-accounts.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const owner = accounts.polishOwner;
const unknownEmail = 'who@example.com';

let server: TestApp;
beforeEach(async () => {
  server = await startTestApp({
    variables: { HIDE_UNKNOWN_INSTALLERS: '1', RATE_LIMIT_FACTOR: '100' },
  });
  // Adds data to the account that a decoy wouldn't have.
  await server.db
    .updateTable('installers')
    .set({ options: '{"consentSeen":true}', email_consent: true, phone_consent: true })
    .execute();
  await server.db.updateTable('companies').set({ survey: '[]' }).execute();
});
afterEach(() => server.close());

const requestCode = (email: string, region: RegionCode = 'PL') =>
  server.call(calls.requestSignInCode, { body: { email, region } });

/** Records the SQL statements (without values) that the server runs during `action`. */
async function statementsOf(action: () => Promise<unknown>): Promise<string[]> {
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
  await action();
  Object.assign(server.services, { db });
  return statements;
}

describe('when the server hides who is registered (security 3)', () => {
  test('a blocked company isn’t revealed by the request for a code', async () => {
    const before = (await requestCode(owner.email)).result;
    await server.db
      .updateTable('companies')
      .set({ active: 0 })
      .where('id', '=', owner.companyId)
      .execute();
    const { challenge_id: _own, ...after } = (await requestCode(owner.email)).result;
    expect(before).toMatchObject(after);
  });

  test('no field in the response depends on the account', async () => {
    for (const region of ['PL', 'CZ', 'TR'] as const) {
      const [knownResponse, unknownResponse] = [
        await requestCode(owner.email, region),
        await requestCode(unknownEmail, region),
      ];
      expect([knownResponse.status, unknownResponse.status]).toEqual([200, 200]);
      expect([knownResponse.result.region, unknownResponse.result.region]).toEqual([
        region,
        region,
      ]);
      expect([knownResponse.result.options, unknownResponse.result.options]).toEqual(['{}', '{}']);
      expect(knownResponse.result.user_id).not.toBe(owner.id);
      expect(knownResponse.result.company_id).not.toBe(owner.companyId);
      expect(Object.keys(knownResponse.result)).toEqual(Object.keys(unknownResponse.result));
    }
    const before = await requestCode(owner.email);
    await server.db
      .updateTable('installers')
      .set({ created_at: new Date(0), options: '{"a":1}', role: 4, email_consent: false })
      .where('id', '=', owner.id)
      .execute();
    await server.db.updateTable('companies').set({ survey: null, regions_id: 1 }).execute();
    const { challenge_id: _other, ...after } = (await requestCode(owner.email)).result;
    expect(before.result).toMatchObject(after);
  });

  test('two people at one company look like two unknown people', async () => {
    const [firstResponse, other] = [
      await requestCode(owner.email),
      await requestCode(accounts.polishStaff.email),
    ];
    expect(firstResponse.result.company_id).not.toBe(other.result.company_id);
  });

  test('the database queries are the same for everyone', async () => {
    const knownStatements = await statementsOf(() => requestCode(owner.email));
    const unknownStatements = await statementsOf(() => requestCode(unknownEmail));
    expect(knownStatements.length).toBeGreaterThan(5);
    expect(unknownStatements).toEqual(knownStatements);
  });

  test('wrong codes are handled and counted in the same way, with the same queries', async () => {
    const enterWrongCode = async (email: string) => {
      const { user_id: userId, challenge_id } = (await requestCode(email)).result;
      const body = { userId, challenge_id, code: '00000' };
      const errors: unknown[] = [];
      const statements = await statementsOf(async () => {
        errors.push((await server.call(calls.signIn, { body })).errors);
      });
      expect(errors).toMatchObject([[{ code: 'invalid_code' }]]);
      return { statements, errors };
    };
    expect(await enterWrongCode(unknownEmail)).toEqual(await enterWrongCode(owner.email));
    for (const email of [unknownEmail, owner.email]) {
      for (let index = 0; index < 9; index += 1) await enterWrongCode(email);
      expect((await requestCode(email)).result.code_length).toBe(10);
    }
  });

  test('a correct code returns the person', async () => {
    const signedIn = await server.call(calls.signIn, { body: await correctCode() });
    expect(signedIn.result).toMatchObject({
      user_id: owner.id,
      company_id: owner.companyId,
      role: owner.role,
      region: 'PL',
      has_survey: true,
    });
    const selfResponse = await server.call(calls.getSignedInUser, {}, signedIn.result.token);
    expect(selfResponse.result.uuid).toBe(owner.id);
  });
});

async function correctCode() {
  const { user_id: userId, challenge_id } = (await requestCode(owner.email)).result;
  await expect.poll(() => server.delivery.codes().length).toBe(1);
  return { userId, challenge_id, code: server.delivery.codes()[0]?.code ?? '' };
}
