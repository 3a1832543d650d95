import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { moveLead } from '#test/server/lead-setup.ts';
import { accounts } from '#test/server/test-accounts.ts';
import { waitUntil } from './device.ts';
import { createLead } from './lead-fixture.ts';
import { phone, server, withOwnPhone } from './own-phone.ts';

/** The server sends a record again when a row changes whose data the record copies. */
withOwnPhone();

test('after a colleague is renamed, the leads they moved show their new name', async () => {
  const id = await createLead(server, phone);
  const { token } = await server.app.signInAs('polishStaff');
  await moveLead(server.app, token, id, { status: 'interested' });
  const oldName = `Ada Example ${accounts.polishStaff.email}`;
  await waitUntil(async () => {
    phone.device.pageSignals.emit('visible');
    return (await phone.lead(id))?.moved_by.name === oldName;
  });

  const { id: colleague } = accounts.polishStaff;
  const body = { name: 'Zofia', surname: 'Nowa' };
  await server.app.call(calls.updateUser, { params: { id: colleague }, body }, token);
  await waitUntil(async () => {
    phone.device.pageSignals.emit('visible');
    return (await phone.lead(id))?.moved_by.name === 'Zofia Nowa';
  });
  expect(await phone.lead(id)).toMatchObject({ status: 'interested', state: 'synced', edits: [] });
});

test('a note that is unsent while the colleague is renamed is sent, and appears with the new name', async () => {
  const id = await createLead(server, phone);
  const { token } = await server.app.signInAs('polishStaff');
  await moveLead(server.app, token, id, { status: 'interested' });
  await waitUntil(async () => {
    phone.device.pageSignals.emit('visible');
    return (await phone.lead(id))?.status === 'interested';
  });
  server.proxy.isDown = true;
  await phone.account.leadCommands.setLeadNotes(id, 'Bring the long ladder.');
  const { id: colleague } = accounts.polishStaff;
  const body = { name: 'Maja', surname: 'Kos' };
  await server.app.call(calls.updateUser, { params: { id: colleague }, body }, token);
  server.proxy.isDown = false;
  expect(await phone.waitUntilSettled(id)).toMatchObject({
    state: 'synced',
    NotesFromVELUXClub: 'Bring the long ladder.',
    moved_by: { name: 'Maja Kos' },
  });
});
