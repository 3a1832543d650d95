import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { type ApiFailure } from '#schemas/api/errors.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

/* An operator replaces the phone number or address of someone who lost both, after proof of identity. */

const tokens = { anna: 'a'.repeat(40), sales: 's'.repeat(40), support: 'u'.repeat(40) };
const { polishOwner, polishStaff, czechOwner, decorOwner } = accounts;
const options = { proof: 'company-document', reference: 'Ticket 4711' };
const why = 'Lost phone and mailbox.';
let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer({
    OPERATOR_TOKENS: `anna:${tokens.anna},sam/sales:${tokens.sales},una/support:${tokens.support}`,
  });
});
afterAll(() => server.close());

interface Output {
  readonly data: readonly string[];
  readonly errors: ApiFailure['errors'];
}
async function operate(
  words: readonly string[],
  usedOptions: Readonly<Record<string, string>> = options,
  operator: keyof typeof tokens = 'anna',
): Promise<Output> {
  const response = await server.app.inject({
    method: 'POST',
    url: OPERATOR_PATH,
    headers: { authorization: `Bearer ${tokens[operator]}` },
    payload: { words, why, options: usedOptions },
  });
  await server.services.messages.whenIdle();
  return { data: [], errors: [], ...response.json<object>() };
}
const changePhone = (id: string, phone: string) => operate(['people', 'change-phone', id, phone]);
const changeEmail = (id: string, email: string) => operate(['people', 'change-email', id, email]);
const personOf = (key: AccountKey) =>
  server.db
    .selectFrom('installers')
    .select(['email', 'phone', 'fcm', 'verified_email_at'])
    .where('id', '=', accounts[key].id)
    .executeTakeFirstOrThrow();
const statusOf = async (token: string) =>
  (await server.call(calls.getSignedInUser, {}, token)).status;
const actionsOf = (command: string) =>
  server.db
    .selectFrom('operator_acts')
    .select(['words', 'details', 'outcome', 'why', 'operator'])
    .where('command', '=', command)
    .execute();
async function noticesTo(to: string) {
  await server.services.messages.sendDue();
  return server.delivery
    .messages()
    .filter((message) => message.to === to && 'template' in message)
    .map((message) => ('template' in message ? [message.template, message.language] : []));
}
/** Requests a code by phone, and signs in with it. */
async function signInByPhone(phone: string) {
  const firstResponse = await server.call(calls.requestSignInCode, {
    body: { phone, region: 'PL' as const },
  });
  if (firstResponse.code !== undefined) return firstResponse.code;
  const { user_id, challenge_id } = firstResponse.result;
  const code = server.delivery.codes().find(({ to }) => to === phone)?.code ?? '';
  const signedIn = await server.call(calls.signIn, {
    body: { userId: user_id, challenge_id, code },
  });
  return signedIn.result.user_id;
}

describe('an operator’s change of a phone number', () => {
  test('signs the owner out, notifies the old number, and only the new number can sign in', async () => {
    const { token } = await server.signInAs('polishOwner');
    const colleague = (await server.signInAs('polishStaff')).token;
    const pending = await server.call(calls.requestSignInCode, {
      body: { phone: polishOwner.phone, region: 'PL' },
    });
    expect(await changePhone(polishOwner.id, ' 601 000-111')).toEqual({
      data: [expect.stringMatching(/^Changed\. Sessions ended: [1-9]\.$/)],
      errors: [],
    });
    expect(await statusOf(token)).toBe(401);
    expect(await statusOf(colleague)).toBe(200);
    expect(await personOf('polishOwner')).toMatchObject({ phone: '+48601000111', fcm: '[]' });
    expect(await noticesTo(polishOwner.phone)).toEqual([['sign_in_replaced', 'pl']]);
    const { code } = server.delivery.codes().find(({ to }) => to === polishOwner.phone) ?? {};
    const { user_id: userId, challenge_id } = pending.result;
    const lateSignIn = await server.call(calls.signIn, {
      body: { userId, challenge_id, code: code ?? '' },
    });
    expect(lateSignIn.code).toBe('invalid_code');
    expect(await signInByPhone(polishOwner.phone)).toBe('installer_not_found');
    expect(await signInByPhone('+48601000111')).toBe(polishOwner.id);
  });

  test('is recorded with the proof and shortened numbers; the log has no number', async () => {
    await changePhone(decorOwner.id, '+48601000222');
    expect(await actionsOf('people change-phone')).toContainEqual({
      words: [decorOwner.id],
      operator: 'anna',
      outcome: 'done',
      why,
      details: { ...options, before: '+48…04', after: '+48…22' },
    });
    const { data } = await operate(['acts'], {});
    expect(data.join('\n')).toContain('proof: company-document  reference: Ticket 4711');
    for (const digits of ['601000222', decorOwner.phone.slice(3)]) {
      expect(data.join('\n')).not.toContain(digits);
      expect(server.log.join('')).not.toContain(digits);
    }
  });

  test('changes nothing if the number is invalid in the country, taken, or the same', async () => {
    const before = await personOf('czechOwner');
    const actionCount = (await actionsOf('people change-phone')).length;
    const wrongPhones: [string, string][] = [
      ['+48 601 000 333', 'invalid_phone'],
      ['12345', 'invalid_phone'],
      ['60l 000 333', 'letters_not_allowed'],
      [polishStaff.phone, 'invalid_phone'],
    ];
    for (const [number, code] of wrongPhones) {
      expect((await changePhone(czechOwner.id, number)).errors[0]?.code).toBe(code);
    }
    expect((await actionsOf('people change-phone')).length).toBe(actionCount);
    const response = await changePhone(decorOwner.id, polishStaff.phone);
    expect(response.errors[0]).toMatchObject({
      code: 'phone_taken',
      message: 'Someone else has this phone number. Ask for another.',
    });
    const sameOutput = await changePhone(polishStaff.id, polishStaff.phone);
    expect(sameOutput.errors[0]?.message).toMatch(/^The person already has this phone number\. /);
    expect(await personOf('czechOwner')).toEqual(before);
  });
});

describe('an operator’s change of an email address', () => {
  const newEmail = 'new.owner@example.net';

  test('takes effect immediately, and is verified by the next sign-in with it', async () => {
    const { token } = await server.signInAs('czechOwner');
    expect((await changeEmail(czechOwner.id, ' New.Owner@Example.net ')).errors).toEqual([]);
    expect(await statusOf(token)).toBe(401);
    expect(await noticesTo(czechOwner.email)).toEqual([['sign_in_replaced', 'cs']]);
    expect(await personOf('czechOwner')).toMatchObject({
      email: newEmail,
      verified_email_at: null,
    });
    await server.signInByEmail(newEmail, 'CZ');
    expect((await personOf('czechOwner')).verified_email_at).toEqual(new Date(server.clock.now()));
    expect((await actionsOf('people change-email'))[0]).toMatchObject({
      words: [czechOwner.id],
      details: { ...options, before: 'p…@e….com', after: 'n…@e….net' },
    });
    expect(server.log.join('')).not.toContain(newEmail);
  });

  test('can’t be undone with the code that an earlier change sent to the old address', async () => {
    const { token } = await server.signInAs('polishStaff');
    await server.db
      .insertInto('former_emails')
      .values({
        installer_id: polishStaff.id,
        email: 'earlier@example.com',
        code_hash: 'x',
        expires_at: new Date(server.clock.now() + 1_000_000),
      })
      .execute();
    await changeEmail(polishStaff.id, 'staff@example.net');
    const formerEmails = await server.db.selectFrom('former_emails').select('email').execute();
    expect(formerEmails).toEqual([]);
    expect(await statusOf(token)).toBe(401);
  });

  test('changes nothing if the address is taken or the same', async () => {
    expect((await changeEmail(decorOwner.id, newEmail)).errors[0]?.code).toBe('email_taken');
    expect((await changeEmail(decorOwner.id, decorOwner.email)).errors[0]?.code).toBe('conflict');
    expect(await personOf('decorOwner')).toMatchObject({ email: decorOwner.email });
  });

  test('is verified by the next sign-in, unlike an address that a person entered', async () => {
    await server.signInAs('decorOwner');
    expect((await personOf('decorOwner')).verified_email_at).toBeNull();
  });
});

test.each(['change-phone', 'change-email'])(
  'people %s needs proof, a person and a role',
  async (name) => {
    const value = name === 'change-phone' ? '+48601000999' : 'other@example.org';
    const words = ['people', name, decorOwner.id, value];
    const messageOf = async (usedOptions: Record<string, string>) =>
      (await operate(words, usedOptions)).errors[0]?.message;
    expect(await messageOf({})).toMatch(/^--proof must be “company-document”, “call-back” or/);
    expect(await messageOf({ ...options, proof: 'trust' })).toMatch(/^--proof must be /);
    expect(await messageOf({ proof: 'call-back' })).toMatch(/^--reference must be /);
    expect(await messageOf({ ...options, since: 'now' })).toMatch(
      /^This command has no option --since\. /,
    );
    const unknownOutput = await operate(['people', name, randomUUID(), value]);
    expect(unknownOutput.errors[0]?.message).toMatch(/^There is no active person with this id\. /);
    expect((await operate(words, options, 'sales')).errors[0]?.code).toBe('forbidden');
    expect((await operate(words, options, 'support')).errors).toEqual([]);
  },
);
