import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type UserChanges } from '#schemas/api/account-calls.ts';
import { calls } from '#schemas/api/calls.ts';
import { type InstallerUser } from '#schemas/installer.ts';
import { type TeamMember } from '#schemas/team.ts';
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

async function add(body: object = {}, as: AccountKey = 'polishOwner', key?: string) {
  const whole = { name: 'Jan', surname: 'Kos', phone: freshPhone(), ...body };
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return server.call(calls.createTeamMember, { body: whole, headers }, await server.tokenOf(as));
}
const added = async (body: object = {}) => (await add(body)).result;
async function list(as: AccountKey) {
  return server.call(calls.listTeamMembers, { query: {} }, await server.tokenOf(as));
}
async function change(id: string, body: UserChanges, as: AccountKey = 'polishOwner') {
  const answer = await server.call(
    calls.updateUser,
    { params: { id }, body },
    await server.tokenOf(as),
  );
  return { ...answer, result: answer.result as TeamMember };
}
async function remove(id: string, as: AccountKey = 'polishOwner') {
  return server.call(calls.deleteTeamMember, { params: { id } }, await server.tokenOf(as));
}
async function resend(id: string, as: AccountKey = 'polishOwner') {
  return server.call(calls.resendTeamInvitation, { params: { id } }, await server.tokenOf(as));
}
async function signIn(phone: string): Promise<string> {
  const body = { phone: `+48${phone}`, region: 'PL' as const };
  const { result } = await server.call(calls.requestSignInCode, { body });
  const sent = server.delivery.codes().find(({ to }) => to === body.phone);
  const { user_id: userId, challenge_id } = result;
  const proof = { userId, challenge_id, code: sent?.code ?? '' };
  return (await server.call(calls.signIn, { body: proof })).result.token;
}
async function told(to: string) {
  await server.services.messages.sendDue();
  return server.delivery.messages().filter((message) => message.to === to && 'template' in message);
}

describe('the team', () => {
  test('is visible to its owner with contact details, to staff without, not to decor roles', async () => {
    const { uuid } = await added({ name: ' Ewa ', surname: 'Bąk', phone: '510 999 001' });
    const own = (await list('polishOwner')).result.data.find((one) => one.uuid === uuid);
    expect(own).toEqual({
      ...{ uuid, name: 'Ewa', surname: 'Bąk', phone: '510999001', region: 'PL' },
      role: { id: 4, slug: 'company_staff' },
      ...{ last_active_at: null, projects_count: 0, contribute_points: 0 },
      created_at: new Date(server.clock.now()).toISOString(),
      ...{ email: null, pending_email: null, phone_is_open: true },
    });
    const staff = (await list('polishStaff')).result.data;
    expect(staff.map((one) => one.uuid)).toContain(uuid);
    expect(staff.every((one) => one.phone === null && one.email === null)).toBe(true);
    const asked = { params: { id: uuid } };
    const one = await server.call(calls.getTeamMember, asked, await server.tokenOf('polishOwner'));
    expect(one.result).toEqual(own);
    for (const decor of ['decorOwner', 'decorStaff'] as const) {
      expect((await list(decor)).code).toBe('forbidden');
      const refused = await server.call(calls.getTeamMember, asked, await server.tokenOf(decor));
      expect(refused.code).toBe('not_found');
    }
  });

  test('can be managed only by its owner', async () => {
    const { uuid } = await added();
    for (const as of ['polishStaff', 'decorOwner', 'decorStaff'] as const) {
      expect((await add({}, as)).code).toBe('forbidden');
      const expected = as === 'polishStaff' ? 'forbidden' : 'not_found';
      expect((await change(uuid, { name: 'Eve' }, as)).code).toBe(expected);
      expect((await remove(uuid, as)).code).toBe(expected);
      expect((await resend(uuid, as)).code).toBe(expected);
    }
  });

  test('counts each member’s projects, products and surveys', async () => {
    const phone = freshPhone();
    const { uuid } = await added({ phone });
    const as = await signIn(phone);
    const body = { streetName: 'Lipowa 1', postalCode: '00-001' };
    const project = (await server.call(calls.createProject, { body }, as)).result.uuid;
    await server.call(calls.createProject, { body }, as);
    const save = async (by: string) => {
      const scan = saveOf(nextSerial(), project);
      const { result } = await server.call(calls.sendScans, { body: { scans: [scan] } }, by);
      return result.data[0]?.scan?.points ?? 0;
    };
    const mine = await save(as);
    expect(await save(await server.tokenOf('polishStaff'))).toBeGreaterThan(0);
    const seen = async () =>
      (await list('polishOwner')).result.data.find((one) => one.uuid === uuid);
    expect(await seen()).toMatchObject({ projects_count: 2, contribute_points: 0 });
    const closing = { params: { id: project }, body: { uuid: randomUUID(), data: { response } } };
    await server.call(calls.submitProjectSurvey, closing, as);
    // 25 points for an answered survey (demo settings of Poland).
    expect(await seen()).toMatchObject({ contribute_points: mine + 25 });
    expect((await seen())?.last_active_at).not.toBeNull();
  });
});

describe('a new member', () => {
  test('is invited once, in the owner’s language, with a sign-in link, and signs in', async () => {
    const phone = freshPhone();
    const first = await add({ phone }, 'polishOwner', 'one-key');
    const again = await server.call(
      calls.createTeamMember,
      { body: { name: 'Jan', surname: 'Kos', phone }, headers: { 'idempotency-key': 'one-key' } },
      await server.tokenOf('polishOwner'),
    );
    expect([first.status, again.result]).toEqual([201, first.result]);
    const data = { company: 'Company 1', link: 'http://localhost:8080/login' };
    expect(await told(`+48${phone}`)).toMatchObject([{ channel: 'sms', language: 'pl', data }]);
    expect((await resend(first.result.uuid)).status).toBe(201);
    expect(await told(`+48${phone}`)).toHaveLength(2);
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
    await added({ phone });
    expect((await add({ phone: `+48 ${phone}` })).code).toBe('phone_taken');
    expect((await add({ phone: '999999999123' })).result.phone).toBe('999999999123');
  });

  test('is rejected if the team is full, also in concurrent requests', async () => {
    const row = server.db.selectFrom('region_settings').select('configuration');
    const { configuration } = await row.where('region', '=', 'CZ').executeTakeFirstOrThrow();
    const limited = JSON.stringify({
      ...(configuration as object),
      team_limit: { owners: 1, installers: 2 },
    });
    await server.db
      .updateTable('region_settings')
      .set({ configuration: limited })
      .where('region', '=', 'CZ')
      .execute();
    const czech = (tail: string) => add({ phone: `60210000${tail}` }, 'czechOwner');
    expect((await czech('1')).status).toBe(201);
    const both = await Promise.all([czech('2'), czech('3')]);
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set(['team_full', undefined]));
  });
});

describe('a member’s details', () => {
  test('can be changed by the owner: the name and the number', async () => {
    const [wrong, right] = [freshPhone(), freshPhone()];
    const { uuid } = await added({ phone: wrong });
    expect((await change(uuid, { name: 'Iga' })).result).toMatchObject({ name: 'Iga' });
    expect((await change(uuid, { name: 'I9a' })).code).toBe('invalid_input');
    expect((await change(uuid, { phone: right })).result).toMatchObject({ phone: right });
    expect((await change(uuid, { phone: '500000001' })).code).toBe('phone_taken');
    await signIn(right);
    const again = await change(uuid, { phone: wrong, surname: 'Lis' });
    expect(again.result).toMatchObject({ phone: wrong, surname: 'Lis', phone_is_open: true });
  });

  test('can’t be changed otherwise: language, consents and options belong to the member', async () => {
    const { uuid } = await added();
    for (const body of [{ languages_id: 4 }, { email_consent: true }, { fcm: '[]' }] as const) {
      expect((await change(uuid, body)).code).toBe('forbidden');
    }
  });

  test('include an e-mail address that needs the member’s own code; the old one gets a notice', async () => {
    const staff = accounts.polishStaff;
    const email = 'mended@example.com';
    const answer = await change(staff.id, { email: 'Mended@example.com' });
    expect(answer.result).toMatchObject({ email: staff.email, pending_email: email });
    const code = server.delivery.codes().find(({ to }) => to === email)?.code ?? '';
    // The owner can't hijack the account: their session can't verify, and the address can't sign in.
    const byOwner = await server.call(
      calls.verifyEmail,
      { body: { code } },
      await server.tokenOf('polishOwner'),
    );
    expect(byOwner.code).toBe('invalid_code');
    const login = await server.call(calls.requestSignInCode, { body: { email, region: 'PL' } });
    expect(login.code).toBe('installer_not_found');
    const own = await server.tokenOf('polishStaff');
    const proved = await server.call(calls.verifyEmail, { body: { code } }, own);
    expect(proved.result as InstallerUser).toMatchObject({ email, pending_email: null });
    expect(server.delivery.codes()[0]).toMatchObject({ purpose: 'email_changed', to: staff.email });
    expect((await change(staff.id, { email: accounts.czechOwner.email })).code).toBe('email_taken');
    // Without a pending change, staff have nothing to verify.
    expect((await server.call(calls.getEmailVerification, {}, own)).code).toBe('forbidden');
    await change(staff.id, { email: 'third@example.com' });
    const message = await change(staff.id, { email });
    expect(message.result.pending_email).toBeNull();
  });
});

describe('a removed member', () => {
  test('is signed out at once, stream included, and can’t sign in; the number becomes available', async () => {
    const phone = freshPhone();
    const { uuid } = await added({ phone });
    const as = await signIn(phone);
    const body = { streetName: 'Lipowa 2', postalCode: '00-001' };
    const project = (await server.call(calls.createProject, { body }, as)).result.uuid;
    const at = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const events = await readEvents(at, as);
    const endpoint = 'https://fcm.googleapis.com/fcm/send/their-phone';
    const token = JSON.stringify({ endpoint, keys: { p256dh: 'BPub', auth: 'secret' } });
    const fcm = JSON.stringify([{ platform: 'web', token }]);
    const ofMember = { params: { id: uuid }, body: { fcm } };
    expect((await server.call(calls.updateUser, ofMember, as)).status).toBe(200);
    expect((await remove(uuid)).status).toBe(200);
    const left = server.db.selectFrom('installers').select('fcm').where('id', '=', uuid);
    expect(await left.executeTakeFirstOrThrow()).toEqual({ fcm: '[]' });
    expect((await server.call(calls.getSignedInUser, {}, as)).code).toBe('session_expired');
    // The stream ends without further events.
    while ((await events.next()) !== null);
    const login = await server.call(calls.requestSignInCode, {
      body: { phone: `+48${phone}`, region: 'PL' },
    });
    expect(login.code).toBe('installer_not_found');
    const seen = await server.call(
      calls.getProject,
      { params: { id: project } },
      await server.tokenOf('polishOwner'),
    );
    expect(seen.status).toBe(200);
    expect((await list('polishOwner')).result.data.map((one) => one.uuid)).not.toContain(uuid);
    expect((await add({ phone })).status).toBe(201);
    for (const again of [await remove(uuid), await resend(uuid), await change(uuid, {})]) {
      expect(again.code).toBe('not_found');
    }
  });

  test('is removed once by concurrent requests, and can’t be yourself', async () => {
    const { uuid } = await added();
    const both = await Promise.all([remove(uuid), remove(uuid)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect((await remove(accounts.polishOwner.id)).code).toBe('forbidden');
  });
});
