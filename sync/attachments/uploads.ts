import { attachmentCalls } from '#schemas/api/attachment-calls.ts';
import { ATTACHMENT_PART_BYTES } from '#schemas/attachment.ts';
import { DAY_MS } from '#schemas/durations.ts';
import type { AttachmentRow } from '../entities/attachments/attachment-row.ts';
import { type AttachmentEvent, nextAttachment } from '../entities/attachments/machine.ts';
import { createWorkLoop } from '../engine/work-loop.ts';
import { CallError } from '../http/call-error.ts';
import type { Transport } from '../http/transport.ts';
import { sha256Of } from '../photos/photos.ts';
import type { Clock } from '../ports.ts';
import { createFairQueue } from '../retry/fair-queue.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import type { PhotoUpload } from '../status/status.ts';
import type { SyncLog } from '../status/sync-log.ts';
import type { ClubDatabase } from '../store/database.ts';
import { changeMany, changesOf, findRow, findRows } from '../store/documents.ts';
import { idsByState, rowsBy } from '../store/reads.ts';
import type { AttachmentContents } from './contents.ts';
import { startPrefetchingPhotos } from './prefetch-photos.ts';
import type { LazyContents } from './lazy-contents.ts';
import { waitForOtherWork } from './other-work.ts';
import { sendParts } from './send-parts.ts';

/** After these errors, sending the content again is useless: the server has rejected it for good. */
const FINAL_CODES: ReadonlySet<string> = new Set([
  'invalid_input',
  'payload_too_large',
  'unsupported_media',
  'hash_mismatch',
  'key_reused',
  'company_storage_full',
  'forbidden',
]);
/** The content is missing or damaged on this device (F25). */
const CONTENT_LOST = 'photo_lost';
/** Parts are halved down to this size, in bytes, if the network blocks larger ones (F16). */
const MIN_PART_BYTES = 16_384;
/** Content that still has no document after this time, in ms, belongs to an attachment that was never added. */
const ORPHAN_TTL_MS = DAY_MS;

export interface AttachmentUploadOptions {
  readonly database: ClubDatabase;
  readonly contents: LazyContents;
  readonly transport: Transport;
  readonly retry: RetryScheduler;
  readonly log: SyncLog;
  readonly userId: string;
  readonly clock: Clock;
  readonly onUploading: (upload: PhotoUpload | null) => void;
}

export interface AttachmentUploads {
  /** Retries uploads that wait for a change on the server. */
  wake(): void;
  close(): void;
}

/**
 * Uploads the contents of attachments, one at a time and after all other work. Also deletes the local contents of
 * deleted attachments, and marks those that the server has.
 */
export function startAttachmentUploads(options: AttachmentUploadOptions): AttachmentUploads {
  const { database, retry, log } = options;
  const { attachments, projects } = database.collections;
  let isClosed = false;
  const partSize = { bytes: ATTACHMENT_PART_BYTES };
  /** Attachments that the server couldn't find; skipped until a pull changes them. */
  const unknownIds = new Set<string>();
  const onError = (error: unknown) => {
    if (!isClosed) log.add('attachment_failed', { unexpected: !(error instanceof CallError) });
  };

  const uploadAll = async () => {
    let position = 0;
    for (let ids = await pendingIds(); ids.length > 0 && !isClosed; ids = await pendingIds()) {
      const queue = createFairQueue<string>();
      ids.forEach((id) => queue.add(id));
      const total = position + ids.length;
      while (position < total && !isClosed) {
        position += 1;
        const series = { position, total };
        await retry.run({ kind: 'attachments' }, (signal) =>
          queue.next((id) => uploadOne(id, series, signal)),
        );
      }
    }
  };
  const pendingIds = async () => {
    // Rejected attachments aren't `waiting`. Deleted ones, and those without content to send, are left out, too.
    const ids = (await idsByState(attachments, 'waiting', false)).filter(
      (id) => !unknownIds.has(id),
    );
    const rows = await findRows(attachments, ids);
    return ids.filter((id) => {
      const row = rows.get(id);
      return row !== undefined && isUploadDue(row);
    });
  };
  const uploadOne = async (id: string, series: Series, signal: AbortSignal) => {
    const row = await findRow(attachments, id);
    if (!row || !isUploadDue(row)) return;
    const event = await uploadContent(options, row, partSize, { signal, series }).finally(() =>
      options.onUploading(null),
    );
    if (event === null) unknownIds.add(id);
    else await apply([id], event);
  };
  const apply = (ids: readonly string[], event: AttachmentEvent) =>
    changeMany(attachments, ids, (row) => (row.deleted ? row : nextAttachment(row, event)));

  const loop = createWorkLoop(uploadAll, onError);
  const wake = () => {
    unknownIds.clear();
    retry.retryNow({ kind: 'attachments' });
    loop.wake();
  };
  const runInBackground = (work: Promise<unknown>) => void work.catch(onError);
  const subscriptions = [
    changesOf(attachments).subscribe((rows) => {
      rows.forEach(({ uuid }) => unknownIds.delete(uuid));
      runInBackground(options.contents.open().then((contents) => updateContents(contents, rows)));
      if (rows.some(isUploadDue)) {
        retry.retryNow({ kind: 'attachments' });
        loop.wake();
      }
    }),
    changesOf(projects).subscribe((rows) => {
      const deletedIds = rows.filter(({ deleted }) => deleted).map(({ uuid }) => uuid);
      if (deletedIds.length > 0) runInBackground(deleteWithProjects(deletedIds));
    }),
  ];
  const deleteWithProjects = async (projectIds: readonly string[]) => {
    const rows = await rowsBy(attachments, { project_id: { $in: [...projectIds] } });
    await apply(
      rows.map(({ uuid }) => uuid),
      { type: 'project_deleted' },
    );
  };
  runInBackground(cleanUp(options, deleteWithProjects));
  loop.wake();
  const stopPrefetching = startPrefetchingPhotos(options);

  return {
    wake,
    close() {
      isClosed = true;
      loop.close();
      stopPrefetching();
      subscriptions.forEach((subscription) => subscription.unsubscribe());
    },
  };
}

/** Position in the current series of uploads. */
type Series = Pick<PhotoUpload, 'position' | 'total'>;

interface UploadControl {
  readonly signal: AbortSignal;
  readonly series: Series;
}

/** True if the server has the attachment, but not its content. */
function isUploadDue(row: AttachmentRow): boolean {
  const { deleted, state, sends_content, base_op_id } = row;
  return !deleted && state === 'waiting' && sends_content && base_op_id !== null;
}

/**
 * Deletes the contents of deleted attachments. Marks the contents of attachments that were added on this device as
 * sent or unsent.
 */
async function updateContents(
  contents: AttachmentContents,
  rows: readonly AttachmentRow[],
): Promise<void> {
  const deletedIds = rows.filter(({ deleted }) => deleted).map(({ uuid }) => uuid);
  if (deletedIds.length > 0) await contents.discard(deletedIds);
  for (const { uuid, deleted, added_here, has_content } of rows)
    if (!deleted && added_here) await contents.setSent(uuid, has_content);
}

/** Cleans up after a page that was killed before it had finished. */
async function cleanUp(
  { database, contents: lazyContents, clock }: AttachmentUploadOptions,
  deleteWithProjects: (projectIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const { attachments, projects } = database.collections;
  const contents = await lazyContents.open();
  const unsentContents = await contents.listUnsent();
  const rows = await findRows(
    attachments,
    unsentContents.map(({ id }) => id),
  );
  await updateContents(contents, [...rows.values()]);
  const orphans = unsentContents.filter(
    ({ id, keptAt }) => !rows.has(id) && keptAt < clock() - ORPHAN_TTL_MS,
  );
  await contents.discard(orphans.map(({ id }) => id));
  const projectIds = [...new Set([...rows.values()].map(({ project_id }) => project_id))];
  const projectRows = await findRows(projects, projectIds);
  await deleteWithProjects(projectIds.filter((id) => projectRows.get(id)?.deleted));
}

/**
 * Uploads one attachment's content.
 * @returns the resulting event; null if the server doesn't have the attachment at the moment
 * @throws CallError if the upload should be retried
 */
async function uploadContent(
  options: AttachmentUploadOptions,
  row: AttachmentRow,
  partSize: { bytes: number },
  control: UploadControl,
): Promise<AttachmentEvent | null> {
  const { signal, series } = control;
  const { transport, userId } = options;
  const contents = await options.contents.open();
  const { uuid: id, sha256, bytes: size } = row;
  const content = await contents.find(id);
  const isReadable = content !== undefined && (await sha256Of(content.bytes)) === sha256;
  const bytes = isReadable ? content.bytes : null;
  let share: number | null = null;
  const report = () => options.onUploading({ id, ...series, share });
  const send = () =>
    sendParts(
      { id, sha256, size, bytes },
      async (body) => {
        await waitForOtherWork(options, signal);
        report();
        const response = await transport.call(
          attachmentCalls.sendAttachmentPart,
          { body: { ...body, bytes: new Uint8Array(body.bytes) } },
          { signal, userId },
        );
        // A response about other content doesn't acknowledge this upload.
        if (response.uuid !== id || response.sha256 !== sha256)
          throw new CallError('not_an_answer');
        share = Math.min(1, response.stored / size);
        report();
        return response;
      },
      partSize.bytes,
    );
  try {
    const isComplete = await send();
    if (isComplete) return { type: 'content_sent' };
    // Without the bytes on this device, the upload could only be complete if the server already had the content.
    if (bytes === null) return { type: 'content_rejected', code: CONTENT_LOST };
    throw new CallError('not_an_answer');
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (FINAL_CODES.has(error.code)) return { type: 'content_rejected', code: error.code };
    if (error.code === 'not_found') return null;
    if (error.code === 'too_large_for_network' && partSize.bytes > MIN_PART_BYTES) {
      partSize.bytes /= 2;
      return uploadContent(options, row, partSize, control);
    }
    throw error;
  }
}
