import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserChanges } from '#schemas/api/account-calls.ts';
import { calls } from '#schemas/api/calls.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { uploadOf } from './photo-upload.ts';
import { startScanServer, type ScanServer } from './scan-setup.ts';
import { accounts, type AccountKey } from './test-accounts.ts';

const owner = accounts.polishOwner;
let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());

async function update(
  body: UserChanges,
  account: AccountKey = 'polishOwner',
  id = accounts[account].id,
) {
  const input = { params: { id }, body };
  const response = await server.call(calls.updateUser, input, await server.tokenOf(account));
  // Updating yourself returns the full profile; team members are tested in team.test.ts.
  return { ...response, result: response.result as InstallerUser };
}

describe('a profile', () => {
  test('is changed field by field: omitted fields stay', async () => {
    const first = await update({ name: '  Zofia ', surname: 'Nowa', email_consent: true });
    expect(first.result).toMatchObject({ name: 'Zofia', surname: 'Nowa', email_consent: true });
    const second = await update({ marketing_phone_consent: true, languages_id: 4 });
    expect(second.result).toMatchObject({
      name: 'Zofia',
      email_consent: true,
      marketing_phone_consent: true,
      languages_id: 4,
    });
    const selfResponse = await server.call(
      calls.getSignedInUser,
      {},
      await server.tokenOf('polishOwner'),
    );
    expect(selfResponse.result).toEqual(second.result);
  });

  test('needs a nonblank name and surname', async () => {
    for (const body of [{ name: '' }, { surname: '   ' }, { name: 'x'.repeat(81) }]) {
      expect((await update(body)).code).toBe('invalid_input');
    }
  });

  test('ignores protected fields: role, company, points and verification are unchanged (security 11)', async () => {
    const expected = {
      role: { id: 3 },
      company_id: accounts.czechOwner.companyId,
      company: { uuid: accounts.czechOwner.companyId },
      active: false,
      verified_email_at: '2026-01-01T00:00:00.000Z',
      uuid: randomUUID(),
      phone: '+48999999999',
      points: 1_000_000,
      created_at: '2020-01-01T00:00:00.000Z',
    };
    const before = (await update({}, 'polishStaff')).result;
    const after = await update(expected as UserChanges, 'polishStaff');
    expect(after.status).toBe(200);
    expect(after.result).toEqual(before);
  });

  test('is private: others’ profiles aren’t found, and staff can’t change a colleague’s (security 10)', async () => {
    for (const id of [accounts.czechOwner.id, randomUUID()]) {
      expect((await update({ name: 'Eve' }, 'polishOwner', id)).code).toBe('not_found');
    }
    expect((await update({ name: 'Eve' }, 'polishStaff', owner.id)).code).toBe('forbidden');
  });

  test('merges the options of two devices', async () => {
    await update({ options: '{"consentSeen":true,"old":1}' });
    await update({ options: '{"expPtsSeen":"2026-10-01","old":null}' });
    const { result } = await update({});
    expect(JSON.parse(result.options)).toEqual({ consentSeen: true, expPtsSeen: '2026-10-01' });
  });

  test('rejects options that aren’t an object or are too long, and push tokens that aren’t a list', async () => {
    for (const options of ['', '[]', 'null', '{"a":']) {
      expect((await update({ options })).code).toBe('invalid_input');
    }
    await update({ options: JSON.stringify({ a: 'x'.repeat(6000) }) });
    const rejectedResponse = await update({ options: JSON.stringify({ b: 'x'.repeat(6000) }) });
    expect(rejectedResponse.code).toBe('payload_too_large');
    for (const fcm of ['{}', '[1]', '[{"platform":"web"}]']) {
      expect((await update({ fcm })).code).toBe('invalid_input');
    }
    const fcm = JSON.stringify([{ platform: 'web', token: 'abc' }]);
    expect((await update({ fcm })).result.fcm).toBe(fcm);
  });

  test('logs the names of changed fields, but no values', async () => {
    await update({ name: 'Traceless' });
    const rows = await server.db
      .selectFrom('account_changes')
      .selectAll()
      .where('installer_id', '=', owner.id)
      .execute();
    expect(rows.map((row) => row.fields)).toContainEqual(['name']);
    expect(JSON.stringify(rows)).not.toContain('Traceless');
    expect(server.log.join('')).not.toContain('Traceless');
  });
});

describe('a profile’s picture', () => {
  const token = () => server.tokenOf('polishOwner');
  const photo = () => uploadOf(drawDemoPhoto());
  const upload = async (body: ReturnType<typeof photo>) =>
    server.call(calls.uploadAvatar, { params: { id: owner.id }, body }, await token());
  const findPhoto = async (uuid: string) =>
    server.db.selectFrom('photos').select('uuid').where('uuid', '=', uuid).executeTakeFirst();

  test('is set, read, replaced and removed; the replaced file is deleted', async () => {
    const [first, second] = [photo(), photo()];
    const uploadResponse = await upload(first);
    expect([uploadResponse.status, uploadResponse.result.avatar]).toEqual([201, first.fields.uuid]);
    expect((await upload(first)).result.avatar).toBe(first.fields.uuid);
    const avatarResponse = await server.call(
      calls.getAvatar,
      { params: { id: owner.id } },
      await token(),
    );
    expect(avatarResponse.result).toMatchObject({
      uuid: first.fields.uuid,
      media_type: 'image/png',
    });
    expect(Buffer.from(avatarResponse.result.content, 'base64').subarray(1, 4).toString()).toBe(
      'PNG',
    );
    await upload(second);
    expect(await findPhoto(first.fields.uuid)).toBeUndefined();
    const removeResponse = await server.call(
      calls.deleteAvatar,
      { params: { id: owner.id } },
      await token(),
    );
    expect(removeResponse.result.avatar).toBeNull();
    expect(await findPhoto(second.fields.uuid)).toBeUndefined();
    const avatar = await server.call(calls.getAvatar, { params: { id: owner.id } }, await token());
    expect(avatar.code).toBe('not_found');
  });

  test('can’t be seen or changed by others', async () => {
    await upload(photo());
    const token = await server.tokenOf('polishStaff');
    const target = { params: { id: owner.id } };
    expect((await server.call(calls.getAvatar, target, token)).code).toBe('not_found');
    expect((await server.call(calls.deleteAvatar, target, token)).code).toBe('not_found');
    const uploadResponse = await server.call(
      calls.uploadAvatar,
      { ...target, body: photo() },
      token,
    );
    expect(uploadResponse.code).toBe('not_found');
  });
});

test('each consent is stored under two names: withdrawing either withdraws both', async () => {
  const consents = async () => {
    const { result } = await server.call(
      calls.getSignedInUser,
      {},
      await server.tokenOf('polishOwner'),
    );
    const { email_consent, phone_consent } = result;
    const { marketing_email_consent, marketing_phone_consent } = result;
    return [email_consent, marketing_email_consent, phone_consent, marketing_phone_consent];
  };
  await update({ email_consent: true, marketing_phone_consent: true });
  expect(await consents()).toEqual([true, true, true, true]);
  await update({ marketing_email_consent: false, phone_consent: false });
  expect(await consents()).toEqual([false, false, false, false]);
  await update({ email_consent: true, marketing_email_consent: false });
  expect(await consents()).toEqual([false, false, false, false]);
  // Consent stored under one name only, from before both names existed.
  const ownUpdate = server.db.updateTable('installers').where('id', '=', accounts.polishOwner.id);
  await ownUpdate.set({ email_consent: true, marketing_email_consent: false }).execute();
  expect(await consents()).toEqual([true, true, false, false]);
  await update({ marketing_email_consent: false });
  expect(await consents()).toEqual([false, false, false, false]);
});
