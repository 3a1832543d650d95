import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { OWN_ACT } from '#schemas/operator/approval-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { personCalls } from '#schemas/operator/person-calls.ts';
import { type OperatorGrant } from '#schemas/operator/operator-rights.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { accounts } from './test-accounts.ts';

const poland = regionIdOf('PL');
const why = 'asked for by phone';
const { polishOwner, polishStaff, czechOwner } = accounts;

let server: TestConsole;
let lead: string;
let viewer: string;
beforeEach(async () => {
  await server?.close();
  server = await startConsole({ variables: { RATE_LIMIT_FACTOR: '1000000' } });
  lead = await addOperator('country_lead');
  viewer = await addOperator('viewer');
  await server.db.updateTable('installers').set({ surname: 'Testowa' }).execute();
});
afterAll(() => server.close());

/** Starts the session of a new operator with a passkey. */
async function addOperator(role: OperatorGrant['role']): Promise<string> {
  const id = await server.addOperator(grantsOf(role, [poland]));
  const at = new Date(server.clock.now());
  await server.db
    .insertInto('operator_passkeys')
    .values({
      id: randomUUID(),
      operator_id: id,
      public_key: Buffer.alloc(1),
      counter: 0,
      transports: [],
      created_at: at,
      used_at: at,
    })
    .execute();
  return server.startSession(id);
}

const readFile = async (id: string, token = lead) =>
  (await server.operate(personCalls.readPersonFile, { params: { id } }, token)).result;
const find = async (search: string, token = lead) => {
  const { result } = await server.operate(personCalls.listPeople, { query: { search } }, token);
  return result.data.map(({ id }) => id);
};
const auditOf = async (record: string) => {
  const input = { query: { record } };
  return (await server.operate(operatorCalls.listAudit, input, lead)).result.data;
};

describe('people are found', () => {
  test('by name, company and contact data', async () => {
    await server.db
      .updateTable('installers')
      .set({ name: 'Świętosława', surname: 'Żak-Ćwiek' })
      .where('id', '=', polishStaff.id)
      .execute();
    for (const input of ['swietoslawa', 'żak ćwiek', 'cwiek', 'zak company'])
      expect(await find(input)).toEqual([polishStaff.id]);
    for (const input of ['500 000 002', '+48500000002', '500-000-002', polishStaff.email])
      expect([input, await find(input)]).toEqual([input, [polishStaff.id]]);
    expect(await find(czechOwner.email)).toEqual([]);
  });

  test('by the new name of their company', async () => {
    await server.db
      .updateTable('companies')
      .set({ name: 'Przemianowana' })
      .where('id', '=', polishOwner.companyId)
      .execute();
    expect((await find('przemianowana')).toSorted()).toEqual([polishOwner.id, polishStaff.id]);
  });
});

describe('contact data', () => {
  test('is hidden from roles without the right, even in searches', async () => {
    const file = await readFile(polishOwner.id, viewer);
    expect(file).toMatchObject({ name: 'Ada T.', email: 'p…@e….com', phone: '+48…01' });
    expect(await find(polishOwner.email, viewer)).toEqual([]);
    expect(await find('500 000 001', viewer)).toEqual([]);
    const input = { params: { id: polishOwner.id }, body: { why } };
    const rejectedResponse = await server.operate(personCalls.revealPersonContact, input, viewer);
    expect(rejectedResponse.code).toBe('forbidden');
  });

  test('is shortened for every role, but names are not', async () => {
    const file = await readFile(polishOwner.id, lead);
    expect(file).toMatchObject({ name: 'Ada Testowa', email: 'p…@e….com', phone: '+48…01' });
  });

  test('is shown once a reason is given, which the audit records without the data', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const input = { params: { id: polishOwner.id }, body: { why }, headers };
    const { result } = await server.operate(personCalls.revealPersonContact, input, lead);
    const { email, phone } = polishOwner;
    expect(result.contact).toMatchObject({ email, phone });
    const secondResponse = await server.operate(personCalls.revealPersonContact, input, lead);
    expect(secondResponse.result).toEqual({ contact: null });
    const [entry] = await auditOf(polishOwner.id);
    expect(entry).toMatchObject({ act: 'revealPersonContact', why, outcome: 'done' });
    expect(JSON.stringify(entry)).not.toContain(polishOwner.email);
    const storedRows = await server.db.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(storedRows)).not.toContain(polishOwner.email);
  });
});

describe('viewing the app as a person', () => {
  const view = (token: string, headers = {}) => {
    const input = { params: { id: polishOwner.id }, body: { why }, headers };
    return server.operate(personCalls.viewAsPerson, input, token);
  };

  test('creates a link that works once, and that neither the audit nor a retry contains', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const { result } = await view(lead, headers);
    const faker = new URL(result.link ?? '').hash.replace('#faker=', '');
    const start = () => server.call(calls.startImpersonation, { body: { faker } });
    expect((await start()).result).toMatchObject({ user_id: polishOwner.id, is_read_only: true });
    expect((await start()).code).toBe('session_expired');
    expect((await view(lead, headers)).result).toEqual({ link: null });
    const [entry] = await auditOf(polishOwner.id);
    expect(entry).toMatchObject({ act: 'viewAsPerson', why, outcome: 'done' });
    const storedRows = await server.db.selectFrom('idempotency_keys').selectAll().execute();
    for (const record of [entry, storedRows, server.log]) {
      expect(JSON.stringify(record)).not.toContain(faker);
    }
  });

  test('needs the right to read personal data, and a person who can sign in', async () => {
    expect((await view(viewer)).code).toBe('forbidden');
    // The role `shop` reads personal data of recipients, but no companies.
    expect((await view(await addOperator('shop'))).code).toBe('forbidden');
    await server.db
      .updateTable('installers')
      .set({ active: false })
      .where('id', '=', polishOwner.id)
      .execute();
    expect((await view(lead)).code).toBe('conflict');
    expect(await server.db.selectFrom('faker_tokens').selectAll().execute()).toEqual([]);
  });
});

describe('a lost address', () => {
  const changeEmail = async (email: string, rev?: number) => {
    const file = await readFile(polishOwner.id);
    const proof = { proof: 'call-back' as const, reference: 'T-17' };
    const body = { email, ...proof, rev: rev ?? file.rev, why };
    const input = { params: { id: polishOwner.id }, body };
    return server.operate(personCalls.changePersonEmail, input, lead);
  };

  test('is replaced after proof, signs the person out, and is audited shortened', async () => {
    const { token } = await server.signInAs('polishOwner');
    expect((await changeEmail('nowy@example.com')).result).toEqual({ ended: 1 });
    expect((await server.call(calls.getSignedInUser, {}, token)).code).toBe('session_expired');
    const [entry] = await auditOf(polishOwner.id);
    expect(entry?.changes[0]).toMatchObject({
      before: { sign_in: 'p…@e….com' },
      after: { sign_in: 'n…@e….com', proof: 'call-back', reference: 'T-17' },
    });
    expect(await find('nowy@example.com')).toEqual([polishOwner.id]);
  });

  test('can’t be replaced with another person’s, or based on an old version', async () => {
    expect((await changeEmail(polishStaff.email)).code).toBe('email_taken');
    expect((await changeEmail('nowy@example.com', 0)).code).toBe('conflict');
    expect((await readFile(polishOwner.id)).email).toBe('p…@e….com');
  });

  test('can be a phone number, which must follow the rules of the country', async () => {
    const change = async (phone: string) => {
      const { rev } = await readFile(polishOwner.id);
      const body = { phone, proof: 'in-person', reference: 'T-18', rev, why } as const;
      const input = { params: { id: polishOwner.id }, body };
      return server.operate(personCalls.changePersonPhone, input, lead);
    };
    expect((await change('12')).code).toBe('invalid_phone');
    expect((await change(polishStaff.phone)).code).toBe('phone_taken');
    expect((await change('601 234 567')).status).toBe(200);
    expect(await find('601234567')).toEqual([polishOwner.id]);
  });
});

describe('a session', () => {
  test('is listed with its device and last use, and is ended without the others', async () => {
    const [first, second] = [
      await server.signInAs('polishOwner'),
      await server.signInAs('polishOwner'),
    ];
    const { sessions } = await readFile(polishOwner.id);
    expect(sessions).toHaveLength(2);
    expect(Object.keys(sessions[0] ?? {}).toSorted()).toEqual([
      ...['browser', 'created_at', 'expires_at', 'id', 'is_read_only', 'last_used_at', 'system'],
    ]);
    const end = async (session: string, token = lead, id = polishOwner.id) =>
      server.operate(
        personCalls.endPersonSession,
        { params: { id }, body: { session, why } },
        token,
      );
    const pushTokens = async () =>
      (
        await server.db
          .selectFrom('installers')
          .select('fcm')
          .where('id', '=', polishOwner.id)
          .executeTakeFirstOrThrow()
      ).fcm;
    await server.db
      .updateTable('installers')
      .set({ fcm: JSON.stringify(['lost phone', 'kept phone']) })
      .where('id', '=', polishOwner.id)
      .execute();
    const [ended = '', kept = ''] = sessions.map(({ id }) => id);
    expect((await end(ended, viewer)).code).toBe('forbidden');
    expect((await end(ended, lead, polishStaff.id)).code).toBe('conflict');
    expect((await end(ended)).result).toEqual({ ended: 1 });
    expect((await readFile(polishOwner.id)).sessions.map(({ id }) => id)).toEqual([kept]);
    const codes = await Promise.all(
      [first, second].map(
        async ({ token }) => (await server.call(calls.getSignedInUser, {}, token)).status,
      ),
    );
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 401]);
    const [entry] = await auditOf(polishOwner.id);
    expect(entry).toMatchObject({ act: 'endPersonSession', why, outcome: 'done' });
    expect(entry?.changes[0]).toMatchObject({ before: { sessions: 2 }, after: { sessions: 1 } });
    expect(await pushTokens()).toBe('[]');
    expect((await end(ended)).result).toEqual({ ended: 0 });
  });
});

describe('an invitation', () => {
  test('is sent again only to a person who hasn’t signed in', async () => {
    const input = { params: { id: polishStaff.id }, body: { why } };
    await server.db
      .updateTable('installers')
      .set({ has_signed_in: false })
      .where('id', '=', polishStaff.id)
      .execute();
    expect((await server.operate(personCalls.resendPersonInvitation, input, lead)).status).toBe(
      200,
    );
    await server.signInAs('polishStaff');
    const lateResponse = await server.operate(personCalls.resendPersonInvitation, input, lead);
    expect(lateResponse.code).toBe('conflict');
  });
});

describe('an erasure', () => {
  const erase = async (id: string, closes_company = false) => {
    const { rev } = await readFile(id);
    const input = { params: { id }, body: { closes_company, rev, why: `Ada asked ${why}` } };
    return server.operate(personCalls.erasePerson, input, lead);
  };
  const approve = (id: string, token: string) =>
    server.operate(operatorCalls.approveAct, { params: { id }, body: { why } }, token);

  test('needs a second person, and then leaves nothing to find', async () => {
    const second = await addOperator('country_lead');
    const { result } = await erase(polishStaff.id);
    const approval = result.approval ?? '';
    expect((await readFile(polishStaff.id)).active).toBe(true);
    expect((await approve(approval, lead)).errors).toMatchObject([{ reason: OWN_ACT }]);
    expect((await approve(approval, second)).result).toEqual({ state: 'approved' });
    expect(await readFile(polishStaff.id)).toMatchObject({ active: false, email: null });
    expect(await find(polishStaff.email)).toEqual([]);
    expect(await find('ada company')).not.toContain(polishStaff.id);
    const { words } = await server.db
      .selectFrom('person_search')
      .select('words')
      .where('person_id', '=', polishStaff.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(words)).not.toContain('500000002');
  });

  test('is void if the person has been changed in the meantime', async () => {
    const second = await addOperator('country_lead');
    const { result } = await erase(polishStaff.id);
    await server.db
      .updateTable('installers')
      .set({ surname: 'Inna' })
      .where('id', '=', polishStaff.id)
      .execute();
    expect((await approve(result.approval ?? '', second)).result).toEqual({ state: 'void' });
    expect((await readFile(polishStaff.id)).active).toBe(true);
  });

  test('of the last owner is only possible together with the company', async () => {
    // Without a second operator, an erasure takes effect immediately.
    expect((await erase(polishOwner.id)).code).toBe('forbidden');
    expect((await erase(polishStaff.id, true)).code).toBe('move_not_allowed');
    const closeResponse = await erase(polishOwner.id, true);
    expect(closeResponse.result).toEqual({ approval: null });
    const company = await server.db
      .selectFrom('companies')
      .select('active')
      .where('id', '=', polishOwner.companyId)
      .executeTakeFirstOrThrow();
    expect(company.active).toBe(0);
  });
});
