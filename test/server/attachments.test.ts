import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import {
  type AttachmentEdit,
  type AttachmentSave,
  HANDOVER_MEDIA_TYPE,
  MAX_ATTACHMENT_BYTES,
  MAX_PROJECT_PHOTOS,
} from '#schemas/attachment.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { erasePerson } from '#server/account/erase-person.ts';
import { MAX_COMPANY_ATTACHMENTS_BYTES } from '#server/attachments/unfinished-uploads.ts';
import { attachmentOf, partOf } from './attachment-setup.ts';
import { exif, jpeg } from './jpeg-bytes.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

let server: ScanServer;
let project: string;

beforeAll(async () => {
  server = await startScanServer();
  project = await server.newProject('polishOwner');
});
afterAll(() => server.close());

const photo = jpeg(40, 30, [exif(1)]);

async function send(edits: AttachmentEdit[], account: AccountKey = 'polishOwner') {
  const body = { attachments: edits };
  const response = await server.call(
    calls.sendAttachments,
    { body },
    await server.tokenOf(account),
  );
  expect(response.status).toBe(200);
  return response.result.data;
}
async function sendOne(edit: AttachmentEdit, account: AccountKey = 'polishOwner') {
  const [verdict] = await send([edit], account);
  if (!verdict) throw new Error('The server returned no verdict.');
  return verdict;
}
async function sendPart(body: ReturnType<typeof partOf>, account: AccountKey = 'polishOwner') {
  return server.call(calls.sendAttachmentPart, { body }, await server.tokenOf(account));
}
async function pull(since = '', account: AccountKey = 'polishOwner') {
  const query = { since, limit: 1000 };
  const { result } = await server.call(
    calls.listAttachments,
    { query },
    await server.tokenOf(account),
  );
  return { data: result.data, checkpoint: result.meta.checkpoint ?? '' };
}
async function fetchFile(uuid: string, account: AccountKey = 'polishOwner') {
  const authorization = `Bearer ${await server.tokenOf(account)}`;
  return server.app.inject({ url: `/files/attachment/${uuid}`, headers: { authorization } });
}
const editOf = (saved: AttachmentSave, changes: Partial<AttachmentSave>): AttachmentSave => ({
  ...saved,
  op_id: randomUUID(),
  base_op_id: saved.op_id,
  ...changes,
});
const removalOf = (uuid: string) => ({ uuid, op_id: randomUUID(), deleted: true }) as const;

describe('saving an attachment', () => {
  test('stores it once, and the company’s people pull it', async () => {
    const save = attachmentOf(photo, project);
    const { checkpoint } = await pull();
    expect(await sendOne(save)).toMatchObject({ status: 201, error: null });
    expect(await sendOne(save)).toMatchObject({ status: 200, error: null });
    const { data } = await pull(checkpoint, 'polishStaff');
    expect(data).toMatchObject([{ uuid: save.uuid, caption: 'The old roof', has_content: false }]);
    expect((await pull('', 'czechOwner')).data).toEqual([]);
  });

  test('again after a restore keeps the version’s time, unless that time is in the future', async () => {
    const version_at = '2026-05-04T10:00:00.000Z';
    const olderSave = attachmentOf(photo, project, { version_at });
    const { attachment } = await sendOne(olderSave);
    expect(attachment?.updated_at).toBe(version_at);
    const bodies = partOf(olderSave, photo, 0);
    await sendPart(bodies);
    // Storing its content doesn't create a newer version.
    expect((await pull()).data.find(({ uuid }) => uuid === olderSave.uuid)).toMatchObject({
      ...{ updated_at: version_at, has_content: true },
    });
    const futureSave = editOf(olderSave, { version_at: '2999-01-01T00:00:00.000Z' });
    expect((await sendOne(futureSave)).attachment?.updated_at.slice(0, 4)).not.toBe('2999');
  });

  test('also works in a closed project', async () => {
    const closedProject = await server.newProject('polishOwner');
    await server.db
      .updateTable('projects')
      .set({ status: projectStatus.closed })
      .where('uuid', '=', closedProject)
      .execute();
    expect(await sendOne(attachmentOf(photo, closedProject))).toMatchObject({ status: 201 });
  });

  test('is rejected in another company’s project, and with the id of another company’s attachment', async () => {
    const save = attachmentOf(photo, project);
    const verdict = await sendOne(save, 'czechOwner');
    expect(verdict).toMatchObject({ status: 404, error: { code: 'project_not_found' } });
    await sendOne(save);
    const czechProject = await server.newProject('czechOwner');
    for (const edit of [{ ...save, project_id: czechProject }, removalOf(save.uuid)]) {
      const result = await sendOne(edit, 'czechOwner');
      expect(result).toMatchObject({ attachment: null, error: { code: 'conflict' } });
    }
  });

  test('is rejected if the kind doesn’t allow the media type', async () => {
    const pdf = attachmentOf(photo, project, { media_type: 'application/pdf' });
    expect(await sendOne(pdf)).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
  });

  test('changes only caption and group, and rejects a change based on an older version', async () => {
    const save = attachmentOf(photo, project);
    const change = editOf(save, { caption: 'Done', group: 'after', bytes: 7 });
    await send([save, change]);
    const lateSave = editOf(save, { caption: 'Late' });
    expect(await sendOne(lateSave)).toMatchObject({
      error: { code: 'conflict' },
      attachment: { op_id: change.op_id, caption: 'Done', group: 'after', bytes: photo.length },
    });
  });

  test(`is rejected beyond ${MAX_PROJECT_PHOTOS} photos of a project, until one is removed`, async () => {
    const fullProject = await server.newProject('polishOwner');
    const photos = Array.from({ length: MAX_PROJECT_PHOTOS + 1 }, () =>
      attachmentOf(photo, fullProject),
    );
    const codes = (await send(photos)).map(({ error }) => error?.code);
    expect(codes.filter(Boolean)).toEqual(['attachments_full']);
    const signature = { kind: 'signature', media_type: HANDOVER_MEDIA_TYPE } as const;
    expect(await sendOne(attachmentOf(photo, fullProject, signature))).toMatchObject({
      status: 201,
    });
    await sendOne(removalOf(photos[0]?.uuid ?? ''));
    expect(await sendOne(attachmentOf(photo, fullProject))).toMatchObject({ status: 201 });
  });

  test('is rejected if the company’s storage is full', async () => {
    const ownProject = await server.newProject('decorOwner');
    const filler = attachmentOf(photo, ownProject);
    await sendOne(filler, 'decorOwner');
    const bytes = MAX_COMPANY_ATTACHMENTS_BYTES - 3 * photo.length;
    await server.db
      .updateTable('attachments')
      .set({ bytes })
      .where('uuid', '=', filler.uuid)
      .execute();
    const moreSaves = Array.from({ length: 4 }, () => attachmentOf(photo, ownProject));
    const codes = (await send(moreSaves, 'decorOwner')).map(({ error }) => error?.code);
    expect(codes).toEqual([undefined, undefined, undefined, 'company_storage_full']);
  });
});

describe('the content', () => {
  /** Saves a new attachment with this content. */
  const save = async (content: Uint8Array, changes: Partial<AttachmentSave> = {}) => {
    const attachment = attachmentOf(content, project, changes);
    await sendOne(attachment);
    return attachment;
  };

  test('F40: arrives in parts, resumes after lost responses, and is stored without its metadata', async () => {
    const file = await save(photo);
    const { checkpoint } = await pull();
    const first = partOf(file, photo, 0, 60);
    expect((await sendPart(first)).result).toMatchObject({ stored: 60, complete: false });
    // The response was lost, so the device requests the number of stored bytes.
    expect((await sendPart(partOf(file, photo, 0, 0))).result.stored).toBe(60);
    expect((await sendPart(first)).result.stored).toBe(60);
    expect((await sendPart(partOf(file, photo, 90))).result.stored).toBe(60);
    const last = partOf(file, photo, 60);
    expect((await sendPart(last)).result).toMatchObject({ stored: photo.length, complete: true });
    expect((await sendPart(last)).result).toMatchObject({ stored: photo.length, complete: true });
    const response = await fetchFile(file.uuid, 'polishStaff');
    expect(response.rawPayload).toEqual(jpeg(40, 30));
    expect(response.headers['content-type']).toBe('image/jpeg');
    expect((await fetchFile(file.uuid, 'czechOwner')).statusCode).toBe(404);
    const changes = (await pull(checkpoint)).data;
    expect(changes).toMatchObject([{ uuid: file.uuid, op_id: file.op_id, has_content: true }]);
    const parts = server.db.selectFrom('attachment_parts').selectAll();
    expect(await parts.where('attachment_uuid', '=', file.uuid).execute()).toEqual([]);
  });

  test('sent by several tabs at the same time is stored once', async () => {
    const attachment = await save(photo);
    const wholePart = partOf(attachment, photo, 0);
    const responses = await Promise.all(Array.from({ length: 5 }, () => sendPart(wholePart)));
    expect(responses.map(({ result }) => result.complete)).toEqual(Array(5).fill(true));
    expect((await fetchFile(attachment.uuid)).rawPayload).toEqual(jpeg(40, 30));
  });

  test('that doesn’t match the announced hash or the type is rejected, and can be sent again', async () => {
    const attachment = await save(photo);
    const damagedBytes = new Uint8Array(photo).fill(0, 50);
    const rejectedPart = await sendPart(partOf(attachment, damagedBytes, 0));
    expect(rejectedPart).toMatchObject({ status: 422, code: 'hash_mismatch' });
    expect((await sendPart(partOf(attachment, photo, 0))).result.complete).toBe(true);
    const text = Buffer.from('No picture');
    const wrongFile = await save(text);
    expect((await sendPart(partOf(wrongFile, text, 0))).code).toBe('unsupported_media');
    const other = { ...attachment, bytes: 3 };
    expect((await sendPart(partOf(other, photo, 0))).code).toBe('key_reused');
  });

  test('of an unknown, removed or foreign attachment is rejected', async () => {
    const attachment = await save(photo);
    const wholePart = partOf(attachment, photo, 0);
    expect((await sendPart(wholePart, 'czechOwner')).status).toBe(404);
    await sendOne(removalOf(attachment.uuid));
    expect((await sendPart(wholePart)).status).toBe(404);
    expect((await sendPart(partOf(attachmentOf(photo, project), photo, 0))).status).toBe(404);
  });

  test('of a signature is JSON, and is recorded once', async () => {
    const sheet = Buffer.from('{"lines":[]}');
    const fields = { kind: 'signature', media_type: HANDOVER_MEDIA_TYPE, group: null } as const;
    const attachment = await save(sheet, fields);
    const wholePart = partOf(attachment, sheet, 0);
    await Promise.all([sendPart(wholePart), sendPart(wholePart)]);
    await sendPart(wholePart);
    const records = await server.db
      .selectFrom('handovers')
      .select('problem')
      .where('uuid', '=', attachment.uuid)
      .execute();
    expect(records).toEqual([{ problem: 'not_a_sheet' }]);
    expect((await fetchFile(attachment.uuid)).body).toBe('{"lines":[]}');
    const brokenSheet = Buffer.from('{"lines":');
    const rejectedPart = await sendPart(partOf(await save(brokenSheet, fields), brokenSheet, 0));
    expect(rejectedPart.code).toBe('unsupported_media');
  });

  test('of a document is a PDF', async () => {
    const pdf = Buffer.from('%PDF-1.7 …');
    const fields = { kind: 'document', media_type: 'application/pdf' } as const;
    const attachment = await save(pdf, fields);
    expect((await sendPart(partOf(attachment, pdf, 0))).result.complete).toBe(true);
    const file = await fetchFile(attachment.uuid);
    expect(file.headers['content-disposition']).toBe('attachment');
  });

  test('larger than allowed can’t be announced', async () => {
    const body = {
      attachments: [attachmentOf(photo, project, { bytes: MAX_ATTACHMENT_BYTES + 1 })],
    };
    const token = await server.tokenOf('polishOwner');
    expect((await server.call(calls.sendAttachments, { body }, token)).status).toBe(400);
  });
});

describe('a removal', () => {
  test('deletes caption and content, and leaves a tombstone for other devices', async () => {
    const save = attachmentOf(photo, project);
    await sendOne(save);
    await sendPart(partOf(save, photo, 0));
    const { checkpoint } = await pull();
    const removal = removalOf(save.uuid);
    expect(await sendOne(removal)).toMatchObject({ status: 200, error: null });
    expect(await sendOne(removal)).toMatchObject({ status: 200, error: null });
    const { data } = await pull(checkpoint);
    expect(data).toMatchObject([{ uuid: save.uuid, deleted: true, caption: '' }]);
    expect((await fetchFile(save.uuid)).statusCode).toBe(404);
    const row = await server.db
      .selectFrom('attachments')
      .select(['content', 'stored_as'])
      .where('uuid', '=', save.uuid)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ content: null, stored_as: null });
    expect(await sendOne(save)).toMatchObject({ error: { code: 'conflict' } });
  });

  test('that arrives before its attachment prevents the attachment from being saved', async () => {
    const save = attachmentOf(photo, project);
    expect(await sendOne(removalOf(save.uuid))).toMatchObject({ status: 200, attachment: null });
    expect(await sendOne(save)).toMatchObject({ status: 409, error: { code: 'conflict' } });
  });

  test('of the project removes its attachments with their content', async () => {
    const deletedProject = await server.newProject('polishOwner');
    const save = attachmentOf(photo, deletedProject);
    const incomplete = attachmentOf(photo, deletedProject);
    await send([save, incomplete]);
    await sendPart(partOf(save, photo, 0));
    await sendPart(partOf(incomplete, photo, 0, 9));
    const { checkpoint } = await pull();
    const token = await server.tokenOf('polishOwner');
    await server.call(calls.deleteProject, { params: { id: deletedProject } }, token);
    const { data } = await pull(checkpoint);
    expect(new Set(data.map(({ uuid }) => uuid))).toEqual(new Set([save.uuid, incomplete.uuid]));
    expect(data.every(({ deleted }) => deleted)).toBe(true);
    expect((await fetchFile(save.uuid)).statusCode).toBe(404);
    expect((await sendPart(partOf(incomplete, photo, 9))).status).toBe(404);
    const parts = await server.db
      .selectFrom('attachment_parts')
      .select('start')
      .where('attachment_uuid', '=', incomplete.uuid)
      .execute();
    expect(parts).toEqual([]);
    const lateVerdict = await sendOne(attachmentOf(photo, deletedProject));
    expect(lateVerdict.error?.code).toBe('project_not_found');
  });
});

// This test must be the last, because it erases the person.
test('the photos of an erased person stay with the company, under a pseudonym', async () => {
  const save = attachmentOf(photo, project);
  await sendOne(save, 'polishStaff');
  await sendPart(partOf(save, photo, 0), 'polishStaff');
  const unfinishedSave = attachmentOf(photo, project);
  await sendOne(unfinishedSave, 'polishStaff');
  await sendPart(partOf(unfinishedSave, photo, 0, 60), 'polishStaff');
  const options = { isDryRun: false, closesCompany: false };
  await erasePerson(accounts.polishStaff.id, options, server.services);
  const ownRows = (await pull()).data.filter(({ uuid }) =>
    [save.uuid, unfinishedSave.uuid].includes(uuid),
  );
  const { id } = accounts.polishStaff;
  expect(ownRows.map(({ created_by }) => created_by)).toEqual([id, id]);
  const names = server.db.selectFrom('installers').select(['name', 'surname']);
  expect(await names.where('id', '=', id).executeTakeFirst()).toEqual({
    name: 'Person',
    surname: id.slice(0, 8),
  });
  expect((await fetchFile(save.uuid)).rawPayload).toEqual(jpeg(40, 30));
});
