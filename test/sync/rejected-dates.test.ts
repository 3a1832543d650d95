import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { exportUnsent } from '#sync/outbox/export-unsent.ts';
import { identityOf } from './club-server.ts';
import { projectOf, waitForProject, waitUntil } from './device.ts';
import { account, device, project, reopen, server, withOwnDevice } from './own-device.ts';

withOwnDevice();

const inDays = (days: number) => addDays(dayIn('PL', server.app.clock.now()), days);
const projectNow = () => projectOf(account, project.uuid);
const goOnline = async () => {
  server.proxy.isDown = false;
  await account.syncNow();
};
const waitUntilClosed = () =>
  waitUntil(async () => (await projectNow())?.status.id === projectStatus.closed);

/** Sets a date as a colleague, which this phone doesn't pull yet; `closeAsColleague` closes the project in the same way. */
async function setDateAsColleague(date: string) {
  const { token } = await server.app.signInAs('polishStaff');
  const params = { id: project.uuid };
  const body = { installation_date: date };
  await server.app.call(calls.updateProjectInstallationDate, { params, body }, token);
}
async function closeAsColleague() {
  const { token } = await server.app.signInAs('polishStaff');
  const params = { id: project.uuid };
  const body = { uuid: crypto.randomUUID(), data: [] };
  await server.app.call(calls.submitProjectSurvey, { params, body }, token);
}
async function restart() {
  await device.close();
  await reopen();
}

test('a date rejected while its project is being closed is kept with the reason, even after a restart, until it is dismissed', async () => {
  const [ownDate, theirDate] = [inDays(2), inDays(3)];
  await waitForProject(account, project.uuid);
  server.proxy.isDown = true;
  await account.projectCommands.setProjectDate(project.uuid, ownDate);
  await account.projectCommands.closeProject(project.uuid, []);
  await setDateAsColleague(theirDate);
  await goOnline();
  await waitUntilClosed();
  await restart();
  expect(await projectNow()).toMatchObject({
    ...{ state: 'refused', refusal: { code: 'conflict' }, date_refusal: { code: 'conflict' } },
    ...{ closing: null, installation_date: theirDate },
    date_edit: { date: ownDate, server_date: theirDate },
  });
  expect(await account.outbox.counts()).toMatchObject({ total: 1, rejectedTotal: 1 });
  const requests = server.proxy.requestsOf(calls.updateProjectInstallationDate).length;
  await account.syncNow();
  expect(server.proxy.requestsOf(calls.updateProjectInstallationDate)).toHaveLength(requests);

  const { blob, count } = await exportUnsent(identityOf('polishOwner').user_id, Date.now());
  expect(count).toBe(1);
  await account.projectCommands.withdrawDate(project.uuid);
  expect(await account.outbox.counts()).toMatchObject({ total: 0 });
  expect(await projectNow()).toMatchObject({ state: 'synced', installation_date: theirDate });
  expect(await account.importUnsent(blob)).toMatchObject({ added: 1 });
  expect(await projectNow()).toMatchObject({
    ...{
      state: 'refused',
      date_refusal: { code: 'project_not_open' },
      date_edit: { date: ownDate },
    },
  });
  expect(await account.importUnsent(blob)).toMatchObject({ added: 0, known: 1 });
  await account.projectCommands.withdrawDate(project.uuid);
});

test('a date is kept with its reason if another phone has closed the project in the meantime', async () => {
  await waitForProject(account, project.uuid);
  server.proxy.isDown = true;
  await account.projectCommands.setProjectDate(project.uuid, inDays(2));
  await closeAsColleague();
  await goOnline();
  await waitUntilClosed();
  await waitUntil(async () => (await projectNow())?.state === 'refused');
  expect(await projectNow()).toMatchObject({
    ...{ date_refusal: { code: 'project_not_open' }, date_edit: { date: inDays(2) } },
    installation_date: null,
  });
  await account.projectCommands.withdrawDate(project.uuid);
  await restart();
  expect(await projectNow()).toMatchObject({ state: 'synced', date_edit: null });
  expect(await account.outbox.counts()).toMatchObject({ total: 0 });
});

test('a date is kept with its reason if another phone has deleted the project, and disappears with it', async () => {
  await waitForProject(account, project.uuid);
  server.proxy.isDown = true;
  await account.projectCommands.setProjectDate(project.uuid, inDays(2));
  const { token } = await server.app.signInAs('polishStaff');
  await server.app.call(calls.deleteProject, { params: { id: project.uuid } }, token);
  await goOnline();
  await waitUntil(async () => (await projectNow())?.state === 'refused');
  expect(await projectNow()).toMatchObject({ date_refusal: { code: 'project_not_found' } });
  await account.projectCommands.withdrawDate(project.uuid);
  expect(await projectNow()).toBeNull();
  expect(await account.outbox.counts()).toMatchObject({ total: 0 });
});
