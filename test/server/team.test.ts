import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type UserChanges } from '#schemas/api/account-calls.ts';
import * as v from 'valibot';
import { calls } from '#schemas/api/calls.ts';
import { type InstallerUser } from '#schemas/installer.ts';
import { teamMember, type TeamMember } from '#schemas/team.ts';
import { type SurveyResponse } from '#schemas/survey.ts';
import { readEvents } from './read-events.ts';
import { nextSerial, type ScanServer, saveOf, startScanServer } from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer({ TEST_DEVICES: '1' });
});
afterAll(() => server.close());

const response: SurveyResponse = [
  { question_id: 500, answer_id: 503, value: null },
  { question_id: 510, answer_id: null, value: 4 },
  { question_id: 520, answer_id: 521, value: null },
];
let numbers = 510_000_000;
const freshPhone = () => String((numbers += 1));

async function add(body: object = {}, account: AccountKey = 'polishOwner', key?: string) {
  const member = { name: 'Jan', surname: 'Kos', phone: freshPhone(), ...body };
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return server.call(
    calls.createTeamMember,
    { body: member, headers },
    await server.tokenOf(account),
  );
}
const addMember = async (body: object = {}) => (await add(body)).result;
async function list(account: AccountKey) {
  return server.call(calls.listTeamMembers, { query: {} }, await server.tokenOf(account));
}
async function change(id: string, body: UserChanges, account: AccountKey = 'polishOwner') {
  const response = await server.call(
    calls.updateUser,
    { params: { id }, body },
    await server.tokenOf(account),
  );
  return { ...response, result: response.result as TeamMember };
}
async function remove(id: string, account: AccountKey = 'polishOwner') {
  return server.call(calls.deleteTeamMember, { params: { id } }, await server.tokenOf(account));
}
async function resend(id: string, account: AccountKey = 'polishOwner') {
  return server.call(calls.sendTeamInvitation, { params: { id } }, await server.tokenOf(account));
}
async function signIn(phone: string): Promise<string> {
  const body = { phone: `+48${phone}`, region: 'PL' as const };
  const { result } = await server.call(calls.requestSignInCode, { body });
  const message = server.delivery.codes().find(({ to }) => to === body.phone);
  const { user_id: userId, challenge_id } = result;
  const credentials = { userId, challenge_id, code: message?.code ?? '' };
  return (await server.call(calls.signIn, { body: credentials })).result.token;
}
async function messagesTo(to: string) {
  await server.services.messages.sendDue();
  return server.delivery.messages().filter((message) => message.to === to && 'template' in message);
}

describe('the team', () => {
  test('is visible to its owner with contact details, to staff without them, and not to decor roles', async () => {
    const { uuid } = await addMember({ name: ' Ewa ', surname: 'Bąk', phone: '510 999 001' });
    const ownEntry = (await list('polishOwner')).result.data.find(
      (readMember) => readMember.uuid === uuid,
    );
    expect(ownEntry).toEqual({
      ...{ uuid, name: 'Ewa', surname: 'Bąk', phone: '510999001', region: 'PL' },
      role: { id: 4, slug: 'company_staff' },
      ...{ last_active_at: null, projects_count: 0, contribute_points: 0 },
      points_hidden: false,
      created_at: new Date(server.clock.now()).toISOString(),
      ...{ email: null, pending_email: null, phone_is_open: true },
    });
    const staffList = (await list('polishStaff')).result.data;
    expect(staffList.map((readMember) => readMember.uuid)).toContain(uuid);
    expect(
      staffList.every((readMember) => readMember.phone === null && readMember.email === null),
    ).toBe(true);
    const visible = staffList.filter((readMember) => readMember.points_hidden === false);
    expect(visible.map((readMember) => readMember.uuid)).toEqual([accounts.polishStaff.id]);
    const asStaff = await server.call(
      calls.getTeamMember,
      { params: { id: uuid } },
      await server.tokenOf('polishStaff'),
    );
    expect(asStaff.result).toMatchObject({ contribute_points: 0, points_hidden: true });
    const target = { params: { id: uuid } };
    const memberResponse = await server.call(
      calls.getTeamMember,
      target,
      await server.tokenOf('polishOwner'),
    );
    expect(memberResponse.result).toEqual(ownEntry);
    for (const decorAccount of ['decorOwner', 'decorStaff'] as const) {
      expect((await list(decorAccount)).code).toBe('forbidden');
      const rejectedResponse = await server.call(
        calls.getTeamMember,
        target,
        await server.tokenOf(decorAccount),
      );
      expect(rejectedResponse.code).toBe('not_found');
    }
  });

  test('can be read by staff with an older app, which needs a number of points for everyone', async () => {
    // The older app needs only this earlier field; the other fields are unchanged.
    const formerMember = v.object({
      ...teamMember.entries,
      contribute_points: v.pipe(v.number(), v.integer(), v.minValue(0)),
    });
    const { data } = (await list('polishStaff')).result;
    expect(data.length).toBeGreaterThan(1);
    expect(data.filter((member) => !v.is(formerMember, member))).toEqual([]);
  });

  test('can be managed only by its owner', async () => {
    const { uuid } = await addMember();
    for (const account of ['polishStaff', 'decorOwner', 'decorStaff'] as const) {
      expect((await add({}, account)).code).toBe('forbidden');
      const expected = account === 'polishStaff' ? 'forbidden' : 'not_found';
      expect((await change(uuid, { name: 'Eve' }, account)).code).toBe(expected);
      expect((await remove(uuid, account)).code).toBe(expected);
      expect((await resend(uuid, account)).code).toBe(expected);
    }
  });

  test('counts each member’s projects, products and surveys', async () => {
    const phone = freshPhone();
    const { uuid } = await addMember({ phone });
    const memberToken = await signIn(phone);
    const body = { streetName: 'Lipowa 1', postalCode: '00-001' };
    const project = (await server.call(calls.createProject, { body }, memberToken)).result.uuid;
    await server.call(calls.createProject, { body }, memberToken);
    const save = async (accessToken: string) => {
      const scan = saveOf(nextSerial(), project);
      const { result } = await server.call(
        calls.sendScans,
        { body: { scans: [scan] } },
        accessToken,
      );
      return result.data[0]?.scan?.points ?? 0;
    };
    const ownSave = await save(memberToken);
    expect(await save(await server.tokenOf('polishStaff'))).toBeGreaterThan(0);
    const readMemberRow = async () =>
      (await list('polishOwner')).result.data.find((readMember) => readMember.uuid === uuid);
    expect(await readMemberRow()).toMatchObject({ projects_count: 2, contribute_points: 0 });
    const closing = { params: { id: project }, body: { uuid: randomUUID(), data: { response } } };
    await server.call(calls.submitProjectSurvey, closing, memberToken);
    // 25 points for an answered survey (demo settings of Poland).
    expect(await readMemberRow()).toMatchObject({ contribute_points: ownSave + 25 });
    const colleagues = (await list('polishStaff')).result.data;
    expect(colleagues.find((readMember) => readMember.uuid === uuid)).toMatchObject({
      ...{ contribute_points: 0, points_hidden: true },
    });
    expect((await readMemberRow())?.last_active_at).not.toBeNull();
  });
});

describe('a new member', () => {
  test('is invited once, in the owner’s language, with a sign-in link, and signs in', async () => {
    const phone = freshPhone();
    const first = await add({ phone }, 'polishOwner', 'one-key');
    const repeatedResponse = await server.call(
      calls.createTeamMember,
      { body: { name: 'Jan', surname: 'Kos', phone }, headers: { 'idempotency-key': 'one-key' } },
      await server.tokenOf('polishOwner'),
    );
    expect([first.status, repeatedResponse.result]).toEqual([201, first.result]);
    const data = { company: 'Company 1', link: 'http://localhost:8080/login' };
    expect(await messagesTo(`+48${phone}`)).toMatchObject([
      { channel: 'sms', language: 'pl', data },
    ]);
    expect((await resend(first.result.uuid)).status).toBe(201);
    expect(await messagesTo(`+48${phone}`)).toHaveLength(2);
    // Apps of earlier versions send a GET.
    const params = { id: first.result.uuid };
    const owner = await server.tokenOf('polishOwner');
    expect((await server.call(calls.resendTeamInvitation, { params }, owner)).status).toBe(201);
    expect(await messagesTo(`+48${phone}`)).toHaveLength(3);
    expect(await signIn(phone)).not.toBe('');
  });

  test('needs a name without digits, and an unused number of the region', async () => {
    for (const body of [{ name: 'J4n' }, { surname: '٣' }, { name: '  ' }]) {
      expect((await add(body)).code).toBe('invalid_input');
    }
    expect((await add({ phone: '12345' })).code).toBe('invalid_phone');
    expect((await add({ phone: '+420601234567' })).code).toBe('invalid_phone');
    expect((await add({ phone: 'five five five 1 2 3' })).code).toBe('invalid_phone');
    expect((await add({ phone: '510 123 45a' })).code).toBe('letters_not_allowed');
    const phone = freshPhone();
    await addMember({ phone });
    expect((await add({ phone: `+48 ${phone}` })).code).toBe('phone_taken');
    expect((await add({ phone: '999999999123' })).result.phone).toBe('999999999123');
  });

  test('is rejected if the team is full, even in concurrent requests', async () => {
    const row = server.db.selectFrom('region_settings').select('configuration');
    const { configuration } = await row.where('region', '=', 'CZ').executeTakeFirstOrThrow();
    const limitedText = JSON.stringify({
      ...(configuration as object),
      team_limit: { owners: 1, installers: 2 },
    });
    await server.db
      .updateTable('region_settings')
      .set({ configuration: limitedText })
      .where('region', '=', 'CZ')
      .execute();
    const addCzech = (tail: string) => add({ phone: `60210000${tail}` }, 'czechOwner');
    expect((await addCzech('1')).status).toBe(201);
    const responses = await Promise.all([addCzech('2'), addCzech('3')]);
    expect(new Set(responses.map(({ code }) => code))).toEqual(new Set(['team_full', undefined]));
  });
});

describe('a member’s details', () => {
  test('can be changed by the owner: the name and the number', async () => {
    const [wrongPhone, rightPhone] = [freshPhone(), freshPhone()];
    const { uuid } = await addMember({ phone: wrongPhone });
    expect((await change(uuid, { name: 'Iga' })).result).toMatchObject({ name: 'Iga' });
    expect((await change(uuid, { name: 'I9a' })).code).toBe('invalid_input');
    expect((await change(uuid, { phone: rightPhone })).result).toMatchObject({ phone: rightPhone });
    expect((await change(uuid, { phone: '500000001' })).code).toBe('phone_taken');
    await signIn(rightPhone);
    const repeatedChange = await change(uuid, { phone: wrongPhone, surname: 'Lis' });
    expect(repeatedChange.result).toMatchObject({
      phone: wrongPhone,
      surname: 'Lis',
      phone_is_open: true,
    });
  });

  test('can’t be changed by others if they belong to the member: language, consents and options', async () => {
    const { uuid } = await addMember();
    for (const body of [{ languages_id: 4 }, { email_consent: true }, { fcm: '[]' }] as const) {
      expect((await change(uuid, body)).code).toBe('forbidden');
    }
  });

  test('include an email address, which only the member’s code confirms; the old address gets a notice', async () => {
    const staff = accounts.polishStaff;
    const email = 'corrected@example.com';
    const response = await change(staff.id, { email: 'Corrected@example.com' });
    expect(response.result).toMatchObject({ email: staff.email, pending_email: email });
    const code = server.delivery.codes().find(({ to }) => to === email)?.code ?? '';
    // The owner can't take over the account: their session can't verify the address, and the unverified address can't
    // sign in.
    const byOwner = await server.call(
      calls.verifyEmail,
      { body: { code } },
      await server.tokenOf('polishOwner'),
    );
    expect(byOwner.code).toBe('invalid_code');
    const login = await server.call(calls.requestSignInCode, { body: { email, region: 'PL' } });
    expect(login.code).toBe('installer_not_found');
    const staffToken = await server.tokenOf('polishStaff');
    const verifyResponse = await server.call(calls.verifyEmail, { body: { code } }, staffToken);
    expect(verifyResponse.result as InstallerUser).toMatchObject({ email, pending_email: null });
    expect(server.delivery.codes()[0]).toMatchObject({
      purpose: 'email_changed',
      to: staff.email,
    });
    expect((await change(staff.id, { email: accounts.czechOwner.email })).code).toBe('email_taken');
    // Without a pending change, staff have nothing to verify.
    expect((await server.call(calls.getEmailVerification, {}, staffToken)).code).toBe('forbidden');
    await change(staff.id, { email: 'third@example.com' });
    const message = await change(staff.id, { email });
    expect(message.result.pending_email).toBeNull();
  });
});

describe('a removed member', () => {
  test('is signed out immediately, including their stream, and can’t sign in; their number becomes available', async () => {
    const phone = freshPhone();
    const { uuid } = await addMember({ phone });
    const memberToken = await signIn(phone);
    const body = { streetName: 'Lipowa 2', postalCode: '00-001' };
    const project = (await server.call(calls.createProject, { body }, memberToken)).result.uuid;
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const events = await readEvents(address, memberToken);
    const endpoint = 'https://fcm.googleapis.com/fcm/send/their-phone';
    const token = JSON.stringify({ endpoint, keys: { p256dh: 'BPub', auth: 'secret' } });
    const fcm = JSON.stringify([{ platform: 'web', token }]);
    const fcmInput = { params: { id: uuid }, body: { fcm } };
    expect((await server.call(calls.updateUser, fcmInput, memberToken)).status).toBe(200);
    expect((await remove(uuid)).status).toBe(200);
    const fcmQuery = server.db.selectFrom('installers').select('fcm').where('id', '=', uuid);
    expect(await fcmQuery.executeTakeFirstOrThrow()).toEqual({ fcm: '[]' });
    expect((await server.call(calls.getSignedInUser, {}, memberToken)).code).toBe(
      'session_expired',
    );
    // The stream ends without further events.
    while ((await events.next()) !== null);
    const login = await server.call(calls.requestSignInCode, {
      body: { phone: `+48${phone}`, region: 'PL' },
    });
    expect(login.code).toBe('installer_not_found');
    const projectResponse = await server.call(
      calls.getProject,
      { params: { id: project } },
      await server.tokenOf('polishOwner'),
    );
    expect(projectResponse.status).toBe(200);
    expect(
      (await list('polishOwner')).result.data.map((readMember) => readMember.uuid),
    ).not.toContain(uuid);
    expect((await add({ phone })).status).toBe(201);
    for (const repeatedResponse of [
      await remove(uuid),
      await resend(uuid),
      await change(uuid, {}),
    ]) {
      expect(repeatedResponse.code).toBe('not_found');
    }
  });

  test('is removed once by concurrent requests; an owner can’t remove themselves', async () => {
    const { uuid } = await addMember();
    const responses = await Promise.all([remove(uuid), remove(uuid)]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect((await remove(accounts.polishOwner.id)).code).toBe('forbidden');
  });
});
