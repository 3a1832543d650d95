import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { languageIds } from '#schemas/languages.ts';
import { roles } from '#schemas/roles.ts';
import { incrementCount, limits } from '#server/access/rate-limits.ts';
import { createImpersonationToken } from '#server/access/impersonation.ts';
import { readEvents } from './read-events.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

/* An owner changes the phone number that a member signs in with (spec 2 §2 "Team", security 5, 10, 21, 22). */

let server: ScanServer;
let ownerToken: string;
beforeAll(async () => {
  const variables = { FAKER_TOKENS: '1', RATE_LIMIT_FACTOR: '1000' };
  server = await startScanServer(variables);
  ownerToken = (await server.signInAs('polishOwner')).token;
});
afterAll(() => server.close());

let numbers = 610_000_000;
const freshPhone = () => String((numbers += 1));
const international = (phone: string) => `+48${phone}`;

async function addMember(phone = freshPhone()) {
  const body = { name: 'Jan', surname: 'Kos', phone };
  return (await server.call(calls.createTeamMember, { body }, ownerToken)).result.uuid;
}
function changePhone(id: string, phone: string, accessToken = ownerToken) {
  return server.call(calls.updateUser, { params: { id }, body: { phone } }, accessToken);
}
async function requestCode(phone: string) {
  const body = { phone: international(phone), region: 'PL' as const };
  const { result, code } = await server.call(calls.requestSignInCode, { body });
  const message = server.delivery.codes().find(({ to }) => to === body.phone);
  return {
    refused: code,
    proof: {
      userId: result?.user_id,
      challenge_id: result?.challenge_id,
      code: message?.code ?? '',
    },
  };
}
async function signIn(phone: string) {
  const { proof } = await requestCode(phone);
  return (await server.call(calls.signIn, { body: proof })).result;
}
async function messagesTo(phone: string) {
  await server.services.messages.sendDue();
  return server.delivery
    .messages()
    .flatMap((message) =>
      'template' in message && message.to === international(phone) ? [message] : [],
    );
}
const statusOf = async (token: string) =>
  (await server.call(calls.getSignedInUser, {}, token)).status;

describe('a member’s new phone number', () => {
  test('can be used to sign in, and the old number no longer can', async () => {
    const [before, after] = [freshPhone(), freshPhone()];
    const id = await addMember(before);
    await signIn(before);
    const response = await changePhone(id, ` ${international(after)} `);
    expect(response.status).toBe(200);
    expect(response.result).toMatchObject({ uuid: id, phone: after, phone_is_open: true });
    expect((await requestCode(before)).refused).toBe('installer_not_found');
    expect((await signIn(after)).user_id).toBe(id);
  });

  test('ends all of their sessions, stating the reason, and their push subscriptions and event stream', async () => {
    const [before, after] = [freshPhone(), freshPhone()];
    const id = await addMember(before);
    const [first, second] = [await signIn(before), await signIn(before)];
    const endpoint = 'https://fcm.googleapis.com/fcm/send/old-phone';
    const push = JSON.stringify({ endpoint, keys: { p256dh: 'BPub', auth: 'secret' } });
    const fcm = JSON.stringify([{ platform: 'web', token: push }]);
    const ownInput = { params: { id }, body: { fcm } };
    expect((await server.call(calls.updateUser, ownInput, first.token)).status).toBe(200);
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const events = await readEvents(address, first.token);
    expect((await changePhone(id, after)).status).toBe(200);
    while ((await events.next()) !== null);
    for (const { token, refresh_token, expiresAt } of [first, second]) {
      const selfResponse = await server.call(calls.getSignedInUser, {}, token);
      const body = { token, refresh_token, expiresAt };
      const refreshResponse = await server.call(calls.refreshSession, { body });
      for (const { status, errors } of [selfResponse, refreshResponse]) {
        expect([status, errors[0]]).toMatchObject([
          401,
          { code: 'session_expired', reason: 'phone_changed' },
        ]);
      }
    }
    expect((await server.call(calls.updateUser, ownInput, first.token)).status).toBe(401);
    const storedTokens = server.db.selectFrom('installers').select('fcm').where('id', '=', id);
    expect(await storedTokens.executeTakeFirstOrThrow()).toEqual({ fcm: '[]' });
    // Ending an unrelated session doesn't mention a phone number.
    const secondSignIn = await signIn(after);
    await server.call(calls.signOut, {}, secondSignIn.token);
    expect(
      (await server.call(calls.getSignedInUser, {}, secondSignIn.token)).errors[0],
    ).not.toHaveProperty('reason');
  });
});

describe('a change of a member’s phone number', () => {
  test('is announced by text message to both numbers, in the member’s language', async () => {
    const [before, after] = [freshPhone(), freshPhone()];
    const id = await addMember(before);
    const languages_id = languageIds.cs;
    await server.db.updateTable('installers').set({ languages_id }).where('id', '=', id).execute();
    await changePhone(id, after);
    const notice = { channel: 'sms', language: 'cs' };
    const replacementNotice = {
      ...notice,
      template: 'phone_replaced',
      data: { company: 'Company 1' },
    };
    expect(await messagesTo(before)).toContainEqual(expect.objectContaining(replacementNotice));
    expect(await messagesTo(after)).toMatchObject([
      {
        ...notice,
        template: 'phone_entered',
        data: { company: 'Company 1', link: 'http://localhost:8080/login' },
      },
    ]);
  });

  test('is recorded without its digits, and never logged', async () => {
    const [before, after] = [freshPhone(), freshPhone()];
    const id = await addMember(before);
    await changePhone(id, after);
    const changes = await server.db
      .selectFrom('account_changes')
      .selectAll()
      .orderBy('created_at', 'desc')
      .execute();
    expect(changes).toContainEqual(
      expect.objectContaining({
        installer_id: accounts.polishOwner.id,
        company_id: accounts.polishOwner.companyId,
        subject: 'member',
        fields: ['phone'],
      }),
    );
    for (const digits of [before, after]) {
      expect(JSON.stringify(changes)).not.toContain(digits);
      expect(server.log.join('')).not.toContain(digits);
    }
  });

  test('changes nothing if the number is the same, taken, or not valid in the country', async () => {
    const [before, otherPhone] = [freshPhone(), freshPhone()];
    const id = await addMember(before);
    await addMember(otherPhone);
    const { token } = await signIn(before);
    expect((await changePhone(id, before)).status).toBe(200);
    for (const [input, code] of [
      [otherPhone, 'phone_taken'],
      [accounts.czechOwner.phone.slice(3), 'phone_taken'],
      ['12345', 'invalid_phone'],
      ['+420602123456', 'invalid_phone'],
      ['610 12a 456', 'letters_not_allowed'],
    ] as const) {
      const response = await changePhone(id, input);
      expect([input, response.code, response.errors[0]?.field]).toEqual([
        input,
        code,
        'body.phone',
      ]);
    }
    expect(await statusOf(token)).toBe(200);
    const templates = (await messagesTo(before)).map(({ template }) => template);
    expect(templates).toEqual(['team_invitation']);
  });
});

describe('the right to change a number', () => {
  test('belongs to the owner of the company', async () => {
    const id = await addMember();
    const expected: Partial<Record<AccountKey, string>> = {
      polishStaff: 'forbidden',
      czechOwner: 'not_found',
      decorOwner: 'not_found',
      decorStaff: 'not_found',
    };
    for (const [account, code] of Object.entries(expected)) {
      const { token } = await server.signInAs(account as AccountKey);
      expect([account, (await changePhone(id, freshPhone(), token)).code]).toEqual([account, code]);
    }
    expect((await changePhone(randomUUID(), freshPhone())).code).toBe('not_found');
  });

  test('doesn’t cover the owner’s own number, or the number of another owner who has signed in', async () => {
    const ownResponse = await changePhone(accounts.polishOwner.id, freshPhone());
    expect([ownResponse.status, ownResponse.result]).toMatchObject([
      200,
      { phone: accounts.polishOwner.phone },
    ]);
    const otherOwner = await addMember();
    await server.db
      .updateTable('installers')
      .set({ role: roles.owner, has_signed_in: true })
      .where('id', '=', otherOwner)
      .execute();
    expect((await changePhone(otherOwner, freshPhone())).code).toBe('phone_immutable');
  });

  test('isn’t given to an operator who impersonates the owner', async () => {
    const id = await addMember();
    const { db, clock } = server;
    const faker = await createImpersonationToken(db, clock.now(), accounts.polishOwner.id);
    const { result } = await server.call(calls.startImpersonation, { body: { faker } });
    expect((await changePhone(id, freshPhone(), result.token.token)).code).toBe('forbidden');
  });

  test('is limited to twenty changes a day, and five messages to one number', async () => {
    const limitedServer = await startScanServer({ RATE_LIMIT_FACTOR: '1' });
    const { token } = await limitedServer.signInAs('polishOwner');
    const params = { id: accounts.polishStaff.id };
    const change = (phone: string) =>
      limitedServer.call(calls.updateUser, { params, body: { phone } }, token);
    const exhaustedPhone = freshPhone();
    for (let index = 0; index < limits.teamMessagesPerRecipient.count; index += 1) {
      await incrementCount(
        limitedServer.services,
        limits.teamMessagesPerRecipient,
        international(exhaustedPhone),
      );
    }
    expect((await change(exhaustedPhone)).code).toBe('too_many_requests');
    for (let index = 1; index < limits.phoneChangesPerOwner.count - 1; index += 1) {
      await incrementCount(
        limitedServer.services,
        limits.phoneChangesPerOwner,
        accounts.polishOwner.id,
      );
    }
    expect((await change(freshPhone())).status).toBe(200);
    const rejectedResponse = await change(freshPhone());
    expect([rejectedResponse.status, rejectedResponse.code]).toEqual([429, 'too_many_requests']);
    await limitedServer.close();
  });
});

describe('a change during a sign-in', () => {
  test('voids an earlier code sent to the old number', async () => {
    const [before, after] = [freshPhone(), freshPhone()];
    const id = await addMember(before);
    const { proof } = await requestCode(before);
    await changePhone(id, after);
    expect((await server.call(calls.signIn, { body: proof })).code).toBe('invalid_code');
  });

  test('voids a code requested at the same time', async () => {
    const [before, after] = [freshPhone(), freshPhone()];
    const id = await addMember(before);
    const { proof } = await requestCode(before);
    const challenges = server.db.selectFrom('challenges').selectAll();
    const row = await challenges.where('id', '=', proof.challenge_id).executeTakeFirstOrThrow();
    await changePhone(id, after);
    // A challenge inserted just after the change.
    await server.db.insertInto('challenges').values(row).execute();
    expect((await server.call(calls.signIn, { body: proof })).code).toBe('invalid_code');
  });

  test('never leaves a session for the old number, in either order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [before, after] = [freshPhone(), freshPhone()];
      const id = await addMember(before);
      const { proof } = await requestCode(before);
      const [signedIn, change] = await Promise.all([
        server.call(calls.signIn, { body: proof }),
        changePhone(id, after),
      ]);
      expect(change.status).toBe(200);
      // The person was either signed in and then signed out by the change, or rejected.
      const finalStatus =
        signedIn.status === 200 ? await statusOf(signedIn.result.token) : signedIn.status;
      expect(finalStatus).toBe(signedIn.status === 200 ? 401 : 406);
    }
  });

  test('gives a number to only one of two members', async () => {
    const [firstMember, otherMember] = [await addMember(), await addMember()];
    const phone = freshPhone();
    const responses = await Promise.all([
      changePhone(firstMember, phone),
      changePhone(otherMember, phone),
    ]);
    expect(new Set(responses.map(({ code }) => code))).toEqual(new Set([undefined, 'phone_taken']));
  });
});
