import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { type RegionId } from '#schemas/regions.ts';
import { calls } from '#schemas/api/calls.ts';
import { runJobs } from '#server/scheduled-jobs.ts';
import { lastCode } from './request-origin.ts';
import { registrationOf } from './registration-form.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

const owner = accounts.polishOwner;
const thief = 'thief@example.org';
const polishRegion: RegionId = 10;

let server: ScanServer;
let stolenToken: string;
beforeEach(async () => {
  server = await startScanServer();
  // The owner has signed in by email, which verifies the address. Then the token is stolen.
  stolenToken = await server.tokenOf('polishOwner');
});
afterEach(() => server.close());

async function changeTo(email: string) {
  const input = { params: { id: owner.id }, body: { email } };
  await server.call(calls.updateUser, input, stolenToken);
  const body = { code: lastCode(server, email) };
  return server.call(calls.verifyEmail, { body }, stolenToken);
}
const codeSentTo = (to: string) =>
  server.delivery
    .codes()
    .find((candidate) => candidate.to === to && candidate.purpose === 'email_changed');
const restore = (code: string | null | undefined) =>
  server.call(calls.restoreEmail, { body: { code: code ?? '' } });
const emailNow = async () => {
  const { email } = await server.db
    .selectFrom('installers')
    .select('email')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow();
  return email;
};

describe('a replaced email address (security 21)', () => {
  test('gets a notice, in the person’s language, with a code that restores it and ends all sessions', async () => {
    expect(codeSentTo(owner.email)).toBeUndefined();
    await changeTo(thief);
    const message = codeSentTo(owner.email);
    expect(message).toMatchObject({ channel: 'email', language: 'pl' });
    expect(message?.code).toMatch(/^\d{20}$/);
    expect(JSON.stringify(message)).not.toContain(thief);

    expect((await restore(message?.code)).status).toBe(200);
    expect((await server.call(calls.getSignedInUser, {}, stolenToken)).code).toBe(
      'session_expired',
    );
    const { token } = await server.signInByEmail(owner.email, 'PL');
    const { result } = await server.call(calls.getSignedInUser, {}, token);
    expect(result).toMatchObject({ uuid: owner.id, email: owner.email, pending_email: null });
    expect(result.verified_email_at).not.toBeNull();
    const challenge = await server.call(calls.requestSignInCode, {
      body: { email: thief, region: 'PL' },
    });
    expect(challenge.code).toBe('installer_not_found');
  });

  test('can be restored within seven days, only with its code, once', async () => {
    await changeTo(thief);
    const code = codeSentTo(owner.email)?.code ?? '';
    expect((await restore('0'.repeat(20))).code).toBe('invalid_code');
    server.clock.advance(7 * DAY_MS - 1);
    expect((await restore(code)).status).toBe(200);
    expect((await restore(code)).code).toBe('invalid_code');
  });

  test('can’t be restored after that, and is then available to others', async () => {
    await changeTo(thief);
    const code = codeSentTo(owner.email)?.code ?? '';
    server.clock.advance(7 * DAY_MS);
    expect((await restore(code)).code).toBe('invalid_code');
    await runJobs(server.services);
    expect(await server.db.selectFrom('former_emails').selectAll().execute()).toEqual([]);
    const query = { region_id: polishRegion, email: owner.email };
    expect((await server.call(calls.validateCompany, { query })).result.result).toBe('pass');
  });

  test('can’t be taken by anyone else within that time, by registering or by changing to it', async () => {
    await changeTo(thief);
    const query = { region_id: polishRegion, email: owner.email };
    expect((await server.call(calls.validateCompany, { query })).result.result).toBe('fail');
    const body = registrationOf({ installer: { email: owner.email } });
    expect((await server.call(calls.registerCompany, { body })).code).toBe('email_taken');
    const accessToken = await server.tokenOf('czechOwner');
    const input = { params: { id: accounts.czechOwner.id }, body: { email: owner.email } };
    expect((await server.call(calls.updateUser, input, accessToken)).code).toBe('email_taken');
  });
});

describe('an attacker with a stolen session', () => {
  test('can’t prevent the restore by changing the address again', async () => {
    await changeTo(thief);
    const code = codeSentTo(owner.email)?.code;
    await changeTo('thief2@example.org');
    await changeTo(thief);
    expect((await restore(code)).status).toBe(200);
    expect(await emailNow()).toBe(owner.email);
    // The codes sent to the thief's addresses don't work.
    for (const email of [thief, 'thief2@example.org']) {
      expect((await restore(codeSentTo(email)?.code ?? '1'.repeat(20))).code).toBe('invalid_code');
    }
  });

  test('can’t restore their address once the owner has changed it back', async () => {
    await changeTo(thief);
    await changeTo(owner.email);
    expect(await emailNow()).toBe(owner.email);
    expect(codeSentTo(thief)).toMatchObject({ code: null });
  });

  test('has a limited number of tries', async () => {
    await server.close();
    server = await startScanServer({ RATE_LIMIT_FACTOR: '1' });
    const codes = [];
    for (let index = 0; index < 21; index += 1) codes.push((await restore('0'.repeat(20))).code);
    expect(codes.at(-2)).toBe('invalid_code');
    expect(codes.at(-1)).toBe('too_many_requests');
  });
});

describe('an old address that was never verified', () => {
  test('gets a notice without a code, because the address might belong to a stranger', async () => {
    await server.db.updateTable('sessions').set({ identifier_hash: null }).execute();
    await changeTo(thief);
    expect(codeSentTo(owner.email)).toMatchObject({ code: null });
    expect(await server.db.selectFrom('former_emails').selectAll().execute()).toEqual([]);
  });

  test('gets a notice with a code once it was verified', async () => {
    await server.db.updateTable('sessions').set({ identifier_hash: null }).execute();
    await server.call(calls.requestEmailVerification, {}, stolenToken);
    const body = { code: lastCode(server, owner.email) };
    await server.call(calls.verifyEmail, { body }, stolenToken);
    await changeTo(thief);
    expect(codeSentTo(owner.email)?.code).toHaveLength(20);
  });
});

test('the restore code is stored as a hash, and the restore is recorded', async () => {
  await changeTo(thief);
  const code = codeSentTo(owner.email)?.code ?? '';
  const rows = await server.db.selectFrom('former_emails').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(code);
  await restore(code);
  const changes = await server.db
    .selectFrom('account_changes')
    .select('fields')
    .where('installer_id', '=', owner.id)
    .execute();
  expect(changes.map(({ fields }) => fields)).toEqual([
    ['email', 'verified_email_at'],
    ['email', 'verified_email_at'],
  ]);
  expect(server.log.join('')).not.toContain(thief);
});
