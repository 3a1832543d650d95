import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import { exportUnsent } from '#sync/outbox/export-unsent.ts';
import { identityOf } from './club-server.ts';
import { projectOf, waitForProject, waitUntil, waitUntilAllSent } from './device.ts';
import { account, project, server, withOwnDevice } from './own-device.ts';

withOwnDevice();

const today = () => dayIn('PL', server.app.clock.now());
const dateOnServer = async (id: string) =>
  (
    await server.app.db
      .selectFrom('projects')
      .select('installation_date')
      .where('uuid', '=', id)
      .executeTakeFirstOrThrow()
  ).installation_date;

test('F01: a date set offline reaches the server once, despite a lost response, and can be exported and imported', async () => {
  const [first, second] = [addDays(today(), 2), addDays(today(), 3)];
  const { uuid } = project;
  await waitForProject(account, uuid);
  server.proxy.isDown = true;
  await account.projectCommands.setProjectDate(uuid, first);
  await account.projectCommands.setProjectDate(uuid, second);
  expect(await projectOf(account, uuid)).toMatchObject({
    installation_date: second,
    state: 'waiting',
  });
  const { blob, count } = await exportUnsent(identityOf('polishOwner').user_id, Date.now());
  expect(count).toBe(1);
  await account.projectCommands.withdrawDate(uuid);
  expect(await projectOf(account, uuid)).toMatchObject({
    installation_date: null,
    state: 'synced',
  });
  expect(await account.importUnsent(blob)).toMatchObject({ added: 1 });
  expect(await account.importUnsent(blob)).toMatchObject({ added: 0, known: 1 });
  server.proxy.addFault(
    calls.updateProjectInstallationDate,
    { kind: 'lose_response' },
    { times: 2 },
  );
  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntilAllSent(account);
  expect(await dateOnServer(uuid)).toBe(second);
  expect(await projectOf(account, uuid)).toMatchObject({
    installation_date: second,
    state: 'synced',
    date_edit: null,
  });
  expect(await account.importUnsent(blob)).toMatchObject({ added: 0, known: 1 });
});

test('a project started offline with a date also has the date on the server', async () => {
  server.proxy.isDown = true;
  const id = await account.projectCommands.createProject({
    streetName: 'ul. Polna 5',
    postalCode: '00-625',
    installationDate: addDays(today(), 1),
  });
  await account.projectCommands.setProjectDate(id, addDays(today(), 4));
  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntilAllSent(account);
  expect(await dateOnServer(id)).toBe(addDays(today(), 4));
});

test('a colleague’s date is kept until the person decides', async () => {
  const [ownDate, theirDate] = [addDays(today(), 5), addDays(today(), 6)];
  const { uuid } = project;
  await waitForProject(account, uuid);
  server.proxy.isDown = true;
  await account.projectCommands.setProjectDate(uuid, ownDate);
  const { token } = await server.app.signInAs('polishStaff');
  const body = { installation_date: theirDate };
  await server.app.call(calls.updateProjectInstallationDate, { params: { id: uuid }, body }, token);
  server.proxy.isDown = false;
  await account.syncNow();
  await waitUntil(async () => {
    const row = await projectOf(account, uuid);
    return row?.state === 'refused' && row.date_edit?.server_date === theirDate;
  });
  expect(await dateOnServer(uuid)).toBe(theirDate);
  expect(await projectOf(account, uuid)).toMatchObject({
    installation_date: theirDate,
    refusal: { code: 'conflict' },
  });
  await account.projectCommands.setProjectDate(uuid, ownDate);
  await waitUntilAllSent(account);
  expect(await dateOnServer(uuid)).toBe(ownDate);
});
