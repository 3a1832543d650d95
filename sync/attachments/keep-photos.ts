import { ATTACHMENT_QUOTA_BYTES } from '#schemas/attachment.ts';
import { filterStatuses } from '#schemas/project-status.ts';
import type { AttachmentRow } from '../entities/attachments/attachment-row.ts';
import { createWorkLoop } from '../engine/work-loop.ts';
import { CallError } from '../http/call-error.ts';
import { sha256Of } from '../photos/photos.ts';
import { changesOf } from '../store/documents.ts';
import { rowsBy } from '../store/reads.ts';
import type { Transport } from '../http/transport.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import type { SyncLog } from '../status/sync-log.ts';
import type { ClubDatabase } from '../store/database.ts';
import { SyncError } from '../store/sync-error.ts';
import type { AttachmentContents } from './contents.ts';
import { waitForOtherWork } from './other-work.ts';
import type { LazyContents } from './lazy-contents.ts';

/** Colleagues' photos may fill half of the space; the rest is for photos that aren't sent yet. */
const KEPT_BYTES = ATTACHMENT_QUOTA_BYTES / 2;

interface KeepingOptions {
  readonly database: ClubDatabase;
  readonly contents: LazyContents;
  readonly transport: Transport;
  readonly retry: RetryScheduler;
  readonly log: SyncLog;
  readonly userId: string;
}

/**
 * Fetches the photos of open projects that this device lacks, one at a time and after all other work, so that
 * colleagues' photos are visible offline. Stops while the space for them is full.
 * @returns a function that stops it
 */
export function startKeepingPhotos(options: KeepingOptions): () => void {
  const { database, log } = options;
  const controller = new AbortController();
  const { signal } = controller;
  const loop = createWorkLoop(
    () => keepPhotos(options, signal),
    (error) => log.add('attachment_failed', { unexpected: !(error instanceof CallError) }),
  );
  const subscription = changesOf(database.collections.attachments).subscribe((rows) => {
    if (rows.some(isOnServer)) loop.wake();
  });
  loop.wake();
  return () => {
    controller.abort();
    loop.close();
    subscription.unsubscribe();
  };
}

async function keepPhotos(options: KeepingOptions, signal: AbortSignal): Promise<void> {
  const missing = await missingPhotos(options);
  for (const row of missing) {
    await waitForOtherWork(options, signal);
    if (signal.aborted) return;
    const isKept = await keepPhoto(options, row, signal);
    if (!isKept) return;
  }
}

/** Photos of open projects that the server has and this device lacks, newest first. */
async function missingPhotos({
  database,
  contents: lazyContents,
}: KeepingOptions): Promise<AttachmentRow[]> {
  const { attachments, projects } = database.collections;
  const open = await rowsBy(projects, { 'status.id': { $in: [...filterStatuses.open] } });
  const ids = open.map(({ uuid }) => uuid);
  const rows = await rowsBy(attachments, { project_id: { $in: ids } });
  const contents = await lazyContents.open();
  const kept = new Set(
    [...(await contents.listSent()), ...(await contents.listUnsent())].map(({ id }) => id),
  );
  return rows
    .filter((row) => isOnServer(row) && !kept.has(row.uuid))
    .toSorted((a, b) => a.newest_first - b.newest_first);
}

function isOnServer({ kind, has_content, deleted }: AttachmentRow): boolean {
  return kind === 'photo' && has_content && !deleted;
}

/** @returns false if there is no space for more */
async function keepPhoto(
  { transport, contents, retry, userId }: KeepingOptions,
  { uuid, project_id }: AttachmentRow,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const photo = await retry.run({ kind: 'attachments' }, () =>
      transport.fetchAttachment(uuid, { signal, userId }).catch(nullIfRemoved),
    );
    if (photo === null) return true;
    await save(await contents.open(), { id: uuid, project: project_id, photo });
    return true;
  } catch (error) {
    if (error instanceof SyncError) return false;
    throw error;
  }
}

/** The photo may have been removed meanwhile. */
function nullIfRemoved(error: unknown): null {
  if (error instanceof CallError && error.code === 'not_found') return null;
  throw error;
}

async function save(
  contents: AttachmentContents,
  { id, project, photo }: { id: string; project: string; photo: Blob },
): Promise<void> {
  const bytes = await photo.arrayBuffer();
  const content = { id, project, mime: photo.type, bytes, sha256: await sha256Of(bytes) };
  await contents.save(content, KEPT_BYTES);
  await contents.setSent(id, true);
}
