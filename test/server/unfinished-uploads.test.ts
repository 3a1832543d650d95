import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import type { AttachmentSave } from '#schemas/attachment.ts';
import {
  MAX_COMPANY_ATTACHMENTS_BYTES,
  UNFINISHED_UPLOAD_TTL_MS,
} from '#server/attachments/unfinished-uploads.ts';
import { runJobs } from '#server/scheduled-jobs.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { attachmentOf, partOf } from './attachment-setup.ts';
import { waitForBlockedStatements } from './blocked-statements.ts';
import { jpeg } from './jpeg-bytes.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';

let server: ScanServer;
let project: string;
let token: string;
const photo = jpeg(40, 30);
const HALF = 30;

beforeAll(async () => {
  server = await startScanServer();
  project = await server.newProject('polishOwner');
  token = await server.tokenOf('polishOwner');
});
afterAll(() => server.close());

async function announce(count = 1) {
  const attachments = Array.from({ length: count }, () => attachmentOf(photo, project));
  const body = { attachments };
  const { result } = await server.call(calls.sendAttachments, { body }, token);
  return { attachments, codes: result.data.map(({ error }) => error?.code) };
}
async function announceOne(): Promise<AttachmentSave> {
  const [attachment] = (await announce()).attachments;
  if (!attachment) throw new Error('No attachment was announced.');
  return attachment;
}
const sendPart = (attachment: AttachmentSave, start: number, end?: number) =>
  server.call(calls.sendAttachmentPart, { body: partOf(attachment, photo, start, end) }, token);

/** Moves the clock, runs the jobs and signs in again, because tokens expire in the meantime. */
async function passTime(ms: number): Promise<void> {
  server.clock.advance(ms);
  await runJobs(server.services);
  token = (await server.signInAs('polishOwner')).token;
}

async function partsOf({ uuid }: AttachmentSave): Promise<number> {
  const parts = server.db.selectFrom('attachment_parts').select('start');
  return (await parts.where('attachment_uuid', '=', uuid).execute()).length;
}

test('an upload that stalls is removed after two weeks, and can then start again', async () => {
  const stoppedAttachment = await announceOne();
  const continuedAttachment = await announceOne();
  await sendPart(stoppedAttachment, 0, HALF);
  await sendPart(continuedAttachment, 0, 10);
  await passTime(UNFINISHED_UPLOAD_TTL_MS - 60_000);
  expect(await partsOf(stoppedAttachment)).toBe(1);
  await sendPart(continuedAttachment, 10, HALF);
  await passTime(120_000);
  expect(await partsOf(stoppedAttachment)).toBe(0);
  expect(await partsOf(continuedAttachment)).toBe(2);

  expect((await sendPart(continuedAttachment, HALF)).result.complete).toBe(true);
  // A device that doesn't know about the removal continues with the next part, and the response reports that no bytes
  // are stored.
  expect((await sendPart(stoppedAttachment, HALF)).result).toMatchObject({
    stored: 0,
    complete: false,
  });
  expect((await sendPart(stoppedAttachment, 0, HALF)).result.stored).toBe(HALF);
  expect((await sendPart(stoppedAttachment, HALF)).result.complete).toBe(true);
});

/** Sets the filler's size so that the used and the remaining bytes add up to the quota. */
async function fill({ uuid }: AttachmentSave, { used, left }: Record<'used' | 'left', number>) {
  const missingBytes = MAX_COMPANY_ATTACHMENTS_BYTES - used - left;
  await server.db
    .updateTable('attachments')
    .set((eb) => ({ bytes: eb('bytes', '+', missingBytes) }))
    .where('uuid', '=', uuid)
    .execute();
}

/** Bytes of all attachments, including those without content. */
async function announcedBytes(): Promise<number> {
  const { used } = await server.db
    .selectFrom('attachments')
    .select((eb) => eb.fn.sum<string>('bytes').as('used'))
    .executeTakeFirstOrThrow();
  return Number(used);
}

/** Bytes of attachment content that is stored or being uploaded. */
async function uploadedBytes(): Promise<number> {
  const { used } = await server.db
    .selectFrom('attachments')
    .select((eb) => eb.fn.sum<string>('bytes').as('used'))
    .where((eb) =>
      eb.or([
        eb('has_content', '=', true),
        eb('uuid', 'in', eb.selectFrom('attachment_parts').select('attachment_uuid')),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(used);
}

test('an upload counts against the company’s storage until it is removed, and again when it starts over', async () => {
  const stoppedAttachment = await announceOne();
  const filler = await announceOne();
  await sendPart(stoppedAttachment, 0, HALF);
  await sendPart(filler, 0);
  await fill(filler, { used: await announcedBytes(), left: 0 });
  expect((await announce()).codes).toEqual(['company_storage_full']);
  await passTime(UNFINISHED_UPLOAD_TTL_MS + 60_000);
  expect((await announce(2)).codes).toEqual([undefined, 'company_storage_full']);

  expect(await sendPart(stoppedAttachment, 0)).toMatchObject({
    status: 409,
    code: 'company_storage_full',
  });
  expect(await partsOf(stoppedAttachment)).toBe(0);
  await fill(filler, { used: await announcedBytes(), left: 0 });
  expect((await sendPart(stoppedAttachment, 0)).result.complete).toBe(true);
  // Leaves space for the next test.
  await fill(filler, { used: await announcedBytes(), left: 1_000_000 });
});

describe.runIf(isOnPostgres)('uploads that start over at the same time', () => {
  test('never exceed the company’s storage', async () => {
    const filler = await announceOne();
    await sendPart(filler, 0);
    const { attachments } = await announce(2);
    await passTime(UNFINISHED_UPLOAD_TTL_MS + 60_000);
    await fill(filler, { used: await uploadedBytes(), left: photo.length });
    let uploads: Promise<Awaited<ReturnType<typeof sendPart>>[]> | undefined;
    // The lock ensures that neither upload stores its part before both have started.
    await server.db.transaction().execute(async (trx) => {
      await sql`lock table attachment_parts in share mode`.execute(trx);
      uploads = Promise.all(attachments.map((attachment) => sendPart(attachment, 0)));
      await waitForBlockedStatements(server.db, 2);
    });
    const responses = (await uploads) ?? [];
    const codes = responses.map(({ code }) => code);
    expect(codes.filter((code) => code !== 'company_storage_full')).toEqual([undefined]);
    expect(await uploadedBytes()).toBe(MAX_COMPANY_ATTACHMENTS_BYTES);
  });
});
