import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { limits } from '#server/access/rate-limits.ts';
import { lastCode, wrongCode } from './request-origin.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts, type AccountKey } from './test-accounts.ts';

const owner = accounts.polishOwner;
const newEmail = 'new.address@example.com';

let server: ScanServer;
beforeEach(async () => {
  server = await startScanServer({ RATE_LIMIT_FACTOR: '1' });
});
afterEach(() => server.close());

async function requestChange(email: string, account: AccountKey = 'polishOwner') {
  const input = { params: { id: accounts[account].id }, body: { email } };
  return server.call(calls.updateUser, input, await server.tokenOf(account));
}
async function enterCode(code: string, account: AccountKey = 'polishOwner') {
  return server.call(calls.verifyEmail, { body: { code } }, await server.tokenOf(account));
}
const verifyNewEmail = (email: string, account?: AccountKey) =>
  enterCode(lastCode(server, email), account);
const requestSignIn = (email: string) =>
  server.call(calls.requestSignInCode, { body: { email, region: 'PL' } });
const stateOf = async (account: AccountKey = 'polishOwner') =>
  (await server.call(calls.getEmailVerification, {}, await server.tokenOf(account))).result;

describe('a new email address (security 21)', () => {
  test('can’t be used to sign in until its code is entered', async () => {
    const firstResponse = await requestChange('New.Address@Example.com');
    expect(firstResponse.result).toMatchObject({ email: owner.email, pending_email: newEmail });
    expect((await requestSignIn(newEmail)).code).toBe('installer_not_found');
    expect((await requestSignIn(owner.email)).status).toBe(200);
    expect((await enterCode(wrongCode(lastCode(server, newEmail)))).code).toBe('invalid_code');
    expect(await stateOf()).toMatchObject({ email: owner.email, pending_email: newEmail });

    const verifyResponse = await verifyNewEmail(newEmail);
    expect(verifyResponse.result).toMatchObject({ email: newEmail, pending_email: null });
    expect(verifyResponse.result.verified_email_at).toBe(
      new Date(server.clock.now()).toISOString(),
    );
    expect((await requestSignIn(owner.email)).code).toBe('installer_not_found');
    await server.signInByEmail(newEmail, 'PL');
  });

  test('can be claimed by its real owner in the meantime', async () => {
    const victim = 'victim@example.com';
    await requestChange(victim);
    // The real owner of the address claims it in the meantime, which makes the first request useless.
    await requestChange(victim, 'czechOwner');
    const [, ownMessage] = server.delivery.codes().filter(({ to }) => to === victim);
    expect((await verifyNewEmail(victim, 'czechOwner')).status).toBe(200);
    const lateResult = await enterCode(ownMessage?.code ?? '');
    expect([lateResult.status, lateResult.code]).toEqual([409, 'email_taken']);
    expect(await stateOf()).toMatchObject({ email: owner.email });
  });

  test('can be cancelled, sent another code, and replaced with a third address', async () => {
    await requestChange(newEmail);
    const first = lastCode(server, newEmail);
    await server.call(calls.requestEmailVerification, {}, await server.tokenOf('polishOwner'));
    expect((await enterCode(first)).code).toBe('invalid_code');
    await requestChange('third@example.com');
    expect((await verifyNewEmail(newEmail)).code).toBe('invalid_code');
    const cancelResponse = await server.call(
      calls.cancelEmailChange,
      {},
      await server.tokenOf('polishOwner'),
    );
    expect(cancelResponse.result).toMatchObject({ email: owner.email, pending_email: null });
    expect((await verifyNewEmail('third@example.com')).code).toBe('invalid_code');
  });

  test('can be requested only by owners, and must differ from the current one', async () => {
    for (const staff of ['polishStaff', 'decorStaff'] as const) {
      const rejectedResponse = await requestChange('mine@example.com', staff);
      expect([rejectedResponse.status, rejectedResponse.code]).toEqual([403, 'forbidden']);
      expect((await requestChange(accounts[staff].email, staff)).status).toBe(200);
    }
    await server.tokenOf('polishOwner');
    const before = server.delivery.codes().length;
    expect((await requestChange(owner.email.toUpperCase())).result.pending_email).toBeNull();
    expect(server.delivery.codes()).toHaveLength(before);
  });

  test('and other changes in the same request are saved together or not at all', async () => {
    const params = { id: owner.id };
    const token = await server.tokenOf('polishOwner');
    const takenEmail = { name: 'Zofia', email: accounts.polishStaff.email.toUpperCase() };
    const rejectedResponse = await server.call(
      calls.updateUser,
      { params, body: takenEmail },
      token,
    );
    expect([rejectedResponse.code, rejectedResponse.errors[0]?.field]).toEqual([
      'email_taken',
      'body.email',
    ]);
    const selfResponse = await server.call(calls.getSignedInUser, {}, token);
    expect(selfResponse.result.name).toBe('Ada');
    const bothFields = { name: 'Zofia', email: newEmail };
    const { result } = await server.call(calls.updateUser, { params, body: bothFields }, token);
    expect(result).toMatchObject({ name: 'Zofia', email: owner.email, pending_email: newEmail });
  });
});

describe('the check for a taken email address', () => {
  test('is limited to ten a day per person', async () => {
    const knownAccounts = [accounts.polishStaff, accounts.czechOwner, accounts.decorOwner];
    const codes = [];
    for (let index = 0; index < 75; index += 1)
      codes.push((await requestChange(knownAccounts[index % 3]?.email ?? '')).code);
    expect(codes.filter((code) => code === 'email_taken')).toHaveLength(10);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(65);
  });

  test('shares its limit per network address with the registration', async () => {
    for (let index = 0; index < 60; index += 1) {
      const query = { region_id: 10 as const, email: `nobody${index}@example.com` };
      await server.call(calls.validateCompany, { query });
    }
    expect((await requestChange(accounts.polishStaff.email)).code).toBe('too_many_requests');
  });
});

describe('codes to an address', () => {
  test('are limited per address, over all senders', async () => {
    const victim = 'victim@example.com';
    let sentCount = 0;
    for (let day = 0; day < 4; day += 1) {
      for (const account of ['polishOwner', 'czechOwner', 'decorOwner'] as const) {
        for (let index = 0; index < 4; index += 1)
          if ((await requestChange(victim, account)).status === 200) sentCount += 1;
      }
      server.clock.advance(15 * MINUTE_MS);
    }
    expect(sentCount).toBe(limits.emailCodesPerRecipient.count);
  });

  test('have ten digits after ten wrong codes, counted over all accounts', async () => {
    for (const account of ['polishOwner', 'czechOwner'] as const) {
      await requestChange(newEmail, account);
      for (let index = 0; index < 5; index += 1)
        await enterCode(wrongCode(lastCode(server, newEmail)), account);
    }
    await requestChange(newEmail, 'decorOwner');
    expect((await stateOf('decorOwner')).code_length).toBe(10);
    expect(lastCode(server, newEmail)).toHaveLength(10);
    expect((await verifyNewEmail(newEmail, 'decorOwner')).status).toBe(200);
  });
});

describe('a phone number', () => {
  test('can’t be changed by its owner: no call accepts one', async () => {
    const body = { name: 'Zofia', phone: '+48999999999' };
    const token = await server.tokenOf('polishOwner');
    const { result } = await server.call(
      calls.updateUser,
      { params: { id: owner.id }, body },
      token,
    );
    expect(result.phone).toBe(owner.phone);
  });
});

test('pending addresses in the database contain no code', async () => {
  await requestChange(newEmail);
  const rows = await server.db.selectFrom('email_verifications').selectAll().execute();
  expect(rows.map(({ code_hash }) => code_hash.length)).toEqual([43]);
});
