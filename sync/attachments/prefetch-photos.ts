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

/** Colleagues' photos may use half the space; the rest is for photos that haven't been sent. */
const MAX_PREFETCHED_BYTES = ATTACHMENT_QUOTA_BYTES / 2;

interface PrefetchOptions {
  readonly database: ClubDatabase;
  readonly contents: LazyContents;
  readonly transport: Transport;
  readonly retry: RetryScheduler;
  readonly log: SyncLog;
  readonly userId: string;
}

/**
 * Fetches photos of open projects that this device lacks, so that colleagues' photos are visible offline. Fetches one
 * photo at a time, after all other work, and stops when there's no space for another.
 * @returns a function that stops prefetching
 */
export function startPrefetchingPhotos(options: PrefetchOptions): () => void {
  const { database, log } = options;
  const controller = new AbortController();
  const { signal } = controller;
  const loop = createWorkLoop(
    () => prefetchPhotos(options, signal),
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

async function prefetchPhotos(options: PrefetchOptions, signal: AbortSignal): Promise<void> {
  const missingPhotos = await findMissingPhotos(options);
  for (const row of missingPhotos) {
    await waitForOtherWork(options, signal);
    if (signal.aborted) return;
    const isSaved = await prefetchPhoto(options, row, signal);
    if (!isSaved) return;
  }
}

/** Finds the photos of open projects that the server has and this device lacks, newest first. */
async function findMissingPhotos({
  database,
  contents: lazyContents,
}: PrefetchOptions): Promise<AttachmentRow[]> {
  const { attachments, projects } = database.collections;
  const openProjects = await rowsBy(projects, { 'status.id': { $in: [...filterStatuses.open] } });
  const ids = openProjects.map(({ uuid }) => uuid);
  const rows = await rowsBy(attachments, { project_id: { $in: ids } });
  const contents = await lazyContents.open();
  const storedIds = new Set(
    [...(await contents.listSent()), ...(await contents.listUnsent())].map(({ id }) => id),
  );
  return rows
    .filter((row) => isOnServer(row) && !storedIds.has(row.uuid))
    .toSorted((a, b) => a.newest_first - b.newest_first);
}

function isOnServer({ kind, has_content, deleted }: AttachmentRow): boolean {
  return kind === 'photo' && has_content && !deleted;
}

/** @returns false if there is no space for more */
async function prefetchPhoto(
  { transport, contents, retry, userId }: PrefetchOptions,
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

/** Returns null if the photo has been removed in the meantime, and rethrows any other error. */
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
  await contents.save(content, MAX_PREFETCHED_BYTES);
  await contents.setSent(id, true);
}
