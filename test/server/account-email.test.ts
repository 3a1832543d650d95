import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { type VerifiedEmail } from '#server/access/access-tables.ts';
import { renderCodeMessage } from '#server/messages/templates/render-message.ts';
import { startScanServer, type ScanServer } from './scan-setup.ts';
import { accounts, type AccountKey } from './test-accounts.ts';

const owner = accounts.polishOwner;
let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
});
beforeEach(async () => {
  await server.db
    .updateTable('installers')
    .set({ verified_email_at: null, email: owner.email as VerifiedEmail })
    .where('id', '=', owner.id)
    .execute();
  await server.db.deleteFrom('email_verifications').execute();
});
afterAll(() => server.close());

/** Signs in for each test, because the clock advances. */
const token = async (key: AccountKey = 'polishOwner') => (await server.signInAs(key)).token;

async function requestCode(accessToken: string) {
  const challenge = await server.call(calls.requestEmailVerification, {}, accessToken);
  const sentMessage = server.delivery.codes()[0];
  return { challenge, sentMessage, code: sentMessage?.code ?? '' };
}
const verify = (code: string, accessToken: string) =>
  server.call(calls.verifyEmail, { body: { code } }, accessToken);
const differentCode = (code: string) => (code === '00000' ? '00001' : '00000');

describe('the verification of an email address', () => {
  test('sends a code to the address and accepts that code once', async () => {
    const accessToken = await token();
    const { challenge, sentMessage, code } = await requestCode(accessToken);
    expect(sentMessage).toMatchObject({
      channel: 'email',
      to: owner.email,
      language: 'pl',
      purpose: 'verify_email',
    });
    expect(challenge.result).toMatchObject({ email: owner.email, verified_email_at: null });
    const { sent_at: sentAt, expires_at: expiresAt } = challenge.result;
    expect(Date.parse(expiresAt ?? '') - Date.parse(sentAt ?? '')).toBe(10 * MINUTE_MS);
    expect((await server.call(calls.getEmailVerification, {}, accessToken)).result).toEqual(
      challenge.result,
    );
    const verifyResponse = await verify(code, accessToken);
    expect(verifyResponse.result.verified_email_at).toBe(
      new Date(server.clock.now()).toISOString(),
    );
    expect((await verify(code, accessToken)).code).toBe('invalid_code');
  });

  test('sends nothing to a verified address', async () => {
    const accessToken = await token();
    const { code } = await requestCode(accessToken);
    await verify(code, accessToken);
    const before = server.delivery.codes().length;
    const second = await server.call(calls.requestEmailVerification, {}, accessToken);
    expect(second.result.verified_email_at).not.toBeNull();
    expect(server.delivery.codes().length).toBe(before);
  });

  test('rejects a wrong, expired or replaced code, and a sign-in code', async () => {
    const accessToken = await token();
    const signInCode = server.delivery.codes()[0]?.code ?? '';
    const first = await requestCode(accessToken);
    const second = await requestCode(accessToken);
    const rejectedResponse = await verify(differentCode(second.code), accessToken);
    expect([rejectedResponse.status, rejectedResponse.errors]).toMatchObject([
      406,
      [{ code: 'invalid_code', field: 'body.code', tries_left: 4 }],
    ]);
    for (const code of [first.code, signInCode].filter((code) => code !== second.code)) {
      expect((await verify(code, accessToken)).code).toBe('invalid_code');
    }
    server.clock.advance(10 * MINUTE_MS);
    expect((await verify(second.code, accessToken)).code).toBe('invalid_code');
  });
});

describe('verifying an email address', () => {
  test('allows fifty concurrent requests only five tries', async () => {
    const accessToken = await token();
    const { code } = await requestCode(accessToken);
    await Promise.all(Array.from({ length: 50 }, () => verify(differentCode(code), accessToken)));
    expect((await verify(code, accessToken)).code).toBe('invalid_code');
    const { tries } = await server.db
      .selectFrom('email_verifications')
      .select('tries')
      .where('installer_id', '=', owner.id)
      .executeTakeFirstOrThrow();
    expect(tries).toBe(5);
  });

  test('stores a hash of the code, never the code', async () => {
    const { code } = await requestCode(await token());
    const rows = await server.db.selectFrom('email_verifications').selectAll().execute();
    expect(rows.every((row) => row.code_hash.length === 43)).toBe(true);
    expect(rows.map((row) => row.code_hash).join()).not.toContain(code);
  });

  test('requires an owner with an address', async () => {
    for (const staff of ['polishStaff', 'decorStaff'] as const) {
      const accessToken = await token(staff);
      expect((await server.call(calls.requestEmailVerification, {}, accessToken)).code).toBe(
        'forbidden',
      );
      expect((await verify('12345', accessToken)).code).toBe('forbidden');
    }
    const accessToken = await token();
    await server.db
      .updateTable('installers')
      .set({ email: null })
      .where('id', '=', owner.id)
      .execute();
    expect((await server.call(calls.requestEmailVerification, {}, accessToken)).code).toBe(
      'email_needed',
    );
  });
});

test.each(['en', 'pl'] as const)('the message explains in %s what the code is for', (language) => {
  const codeMessage = renderCodeMessage(language, '12345', 10, 'verify_email');
  const signInMessage = renderCodeMessage(language, '12345', 10);
  for (const part of ['subject', 'text', 'sms'] as const) {
    expect(codeMessage[part]).toContain('12345');
    expect(codeMessage[part]).not.toBe(signInMessage[part]);
  }
});
