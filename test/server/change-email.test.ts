import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { limits } from '#server/access/rate-limits.ts';
import { lastCode, wrongCode } from './asking-from.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts, type AccountKey } from './test-accounts.ts';

const owner = accounts.polishOwner;
const fresh = 'new.address@example.com';

let server: ScanServer;
beforeEach(async () => {
  server = await startScanServer({ RATE_LIMIT_FACTOR: '1' });
});
afterEach(() => server.close());

async function wish(email: string, as: AccountKey = 'polishOwner') {
  const input = { params: { id: accounts[as].id }, body: { email } };
  return server.call(calls.updateUser, input, await server.tokenOf(as));
}
async function enter(code: string, as: AccountKey = 'polishOwner') {
  return server.call(calls.verifyEmail, { body: { code } }, await server.tokenOf(as));
}
const prove = (email: string, as?: AccountKey) => enter(lastCode(server, email), as);
const ask = (email: string) =>
  server.call(calls.requestSignInCode, { body: { email, region: 'PL' } });
const stateOf = async (as: AccountKey = 'polishOwner') =>
  (await server.call(calls.getEmailVerification, {}, await server.tokenOf(as))).result;

describe('a new e-mail address (security 21)', () => {
  test('can’t be used to sign in until its code is entered', async () => {
    const wished = await wish('New.Address@Example.com');
    expect(wished.result).toMatchObject({ email: owner.email, pending_email: fresh });
    expect((await ask(fresh)).code).toBe('installer_not_found');
    expect((await ask(owner.email)).status).toBe(200);
    expect((await enter(wrongCode(lastCode(server, fresh)))).code).toBe('invalid_code');
    expect(await stateOf()).toMatchObject({ email: owner.email, pending_email: fresh });

    const proved = await prove(fresh);
    expect(proved.result).toMatchObject({ email: fresh, pending_email: null });
    expect(proved.result.verified_email_at).toBe(new Date(server.clock.now()).toISOString());
    expect((await ask(owner.email)).code).toBe('installer_not_found');
    await server.signInBy(fresh, 'PL');
  });

  test('can be claimed by its real owner in the meantime', async () => {
    const victim = 'victim@example.com';
    await wish(victim);
    // The real owner of the address claims it in the meantime, which makes the first request useless.
    await wish(victim, 'czechOwner');
    const [, mine] = server.delivery.codes().filter(({ to }) => to === victim);
    expect((await prove(victim, 'czechOwner')).status).toBe(200);
    const late = await enter(mine?.code ?? '');
    expect([late.status, late.code]).toEqual([409, 'email_taken']);
    expect(await stateOf()).toMatchObject({ email: owner.email });
  });

  test('can be cancelled, sent another code, and replaced by a third', async () => {
    await wish(fresh);
    const first = lastCode(server, fresh);
    await server.call(calls.requestEmailVerification, {}, await server.tokenOf('polishOwner'));
    expect((await enter(first)).code).toBe('invalid_code');
    await wish('third@example.com');
    expect((await prove(fresh)).code).toBe('invalid_code');
    const cancelled = await server.call(
      calls.cancelEmailChange,
      {},
      await server.tokenOf('polishOwner'),
    );
    expect(cancelled.result).toMatchObject({ email: owner.email, pending_email: null });
    expect((await prove('third@example.com')).code).toBe('invalid_code');
  });

  test('is only for owners, and must differ from the current one', async () => {
    for (const staff of ['polishStaff', 'decorStaff'] as const) {
      const refused = await wish('mine@example.com', staff);
      expect([refused.status, refused.code]).toEqual([403, 'forbidden']);
      expect((await wish(accounts[staff].email, staff)).status).toBe(200);
    }
    await server.tokenOf('polishOwner');
    const before = server.delivery.codes().length;
    expect((await wish(owner.email.toUpperCase())).result.pending_email).toBeNull();
    expect(server.delivery.codes()).toHaveLength(before);
  });

  test('and other changes of the same request are saved together or not at all', async () => {
    const params = { id: owner.id };
    const as = await server.tokenOf('polishOwner');
    const taken = { name: 'Zofia', email: accounts.polishStaff.email.toUpperCase() };
    const refused = await server.call(calls.updateUser, { params, body: taken }, as);
    expect([refused.code, refused.errors[0]?.field]).toEqual(['email_taken', 'body.email']);
    const self = await server.call(calls.getSignedInUser, {}, as);
    expect(self.result.name).toBe('Ada');
    const both = { name: 'Zofia', email: fresh };
    const { result } = await server.call(calls.updateUser, { params, body: both }, as);
    expect(result).toMatchObject({ name: 'Zofia', email: owner.email, pending_email: fresh });
  });
});

describe('checking whether an e-mail address is taken', () => {
  test('is limited to ten a day per person', async () => {
    const known = [accounts.polishStaff, accounts.czechOwner, accounts.decorOwner];
    const codes = [];
    for (let n = 0; n < 75; n += 1) codes.push((await wish(known[n % 3]?.email ?? '')).code);
    expect(codes.filter((code) => code === 'email_taken')).toHaveLength(10);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(65);
  });

  test('shares its limit per network address with the registration', async () => {
    for (let n = 0; n < 60; n += 1) {
      const query = { region_id: 10 as const, email: `nobody${n}@example.com` };
      await server.call(calls.validateCompany, { query });
    }
    expect((await wish(accounts.polishStaff.email)).code).toBe('too_many_requests');
  });
});

describe('codes to an address', () => {
  test('are limited per address, over all senders', async () => {
    const victim = 'victim@example.com';
    let sent = 0;
    for (let day = 0; day < 4; day += 1) {
      for (const as of ['polishOwner', 'czechOwner', 'decorOwner'] as const) {
        for (let n = 0; n < 4; n += 1) if ((await wish(victim, as)).status === 200) sent += 1;
      }
      server.clock.advance(15 * 60_000);
    }
    expect(sent).toBe(limits.emailCodesPerRecipient.count);
  });

  test('have ten digits after ten wrong ones, over all accounts', async () => {
    for (const as of ['polishOwner', 'czechOwner'] as const) {
      await wish(fresh, as);
      for (let n = 0; n < 5; n += 1) await enter(wrongCode(lastCode(server, fresh)), as);
    }
    await wish(fresh, 'decorOwner');
    expect((await stateOf('decorOwner')).code_length).toBe(10);
    expect(lastCode(server, fresh)).toHaveLength(10);
    expect((await prove(fresh, 'decorOwner')).status).toBe(200);
  });
});

describe('a phone number', () => {
  test('can’t be changed by its owner: no call accepts one', async () => {
    const body = { name: 'Zofia', phone: '+48999999999' };
    const as = await server.tokenOf('polishOwner');
    const { result } = await server.call(calls.updateUser, { params: { id: owner.id }, body }, as);
    expect(result.phone).toBe(owner.phone);
  });
});

test('pending addresses in the database contain no code', async () => {
  await wish(fresh);
  const rows = await server.db.selectFrom('email_verifications').selectAll().execute();
  expect(rows.map(({ code_hash }) => code_hash.length)).toEqual([43]);
});
