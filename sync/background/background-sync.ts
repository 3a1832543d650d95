import { sendParts } from '../attachments/send-parts.ts';
import { isProjectOnServer } from '../entities/projects/project-row.ts';
import { type Entity, registry } from '../entities/registry.ts';
import { type EditableWire, wires } from '../entities/wires.ts';
import type { Prerequisite, WireRequest } from '../engine/wire-format.ts';
import { isServerResponse, readJson } from '../http/server-response.ts';
import { requestInit, requestUrl, withDeviceTime } from '../http/request.ts';
import { outboxCalls } from '../outbox/outbox-calls.ts';
import type { Locks } from '../ports.ts';
import { readBackgroundSession, refreshBackgroundSession } from './background-session.ts';
import type { RawContent } from '../store/raw-database.ts';
import { openRawOutbox, type RawOutbox } from './raw-outbox.ts';

/** Rows per bulk request, few enough to be sent on a slow network within the worker's short lifetime. */
const BULK_SIZE = 100;

interface BackgroundPorts {
  readonly fetch: typeof globalThis.fetch;
  /** Base URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly locks: Locks;
  /** True if any page of the app is open, visible or hidden. */
  readonly hasPages: () => Promise<boolean>;
  /** True if a page is visible; that page then sends the edits itself. */
  readonly hasVisiblePages: () => Promise<boolean>;
}

/** Stops the run: the user has to sign in, or a visible page sends the edits. */
class StopForPageError extends Error {}
/** Stops the run: the server hasn't decided on the edits, so the browser or the page retries later. */
class RetryLaterError extends Error {}

/**
 * Sends the signed-in user's unsent work while no page is visible, in the same order as the page.
 * Doesn't apply verdicts: at its next start, the page resends the same edits under the same ids and
 * applies the results, so nothing happens twice (F01). Rejects when the browser should retry later.
 */
export async function sendInBackground(ports: BackgroundPorts): Promise<void> {
  if (await ports.hasVisiblePages()) return;
  const session = await readBackgroundSession();
  const collections = registry.map(({ collection }) => collection);
  const outbox = session && (await openRawOutbox(session.userId, collections));
  if (!outbox) return;
  try {
    const run: Run = {
      outbox,
      send: createSendRequest(session.token, ports),
      completedIds: new Set(),
    };
    for (const entity of registry) await sendEntity(entity, run);
    await sendContents(run);
  } catch (error) {
    if (!(error instanceof StopForPageError)) throw error;
  } finally {
    outbox.close();
  }
}

type Row = Parameters<EditableWire['nextRequest']>[0];

/** @returns the response body if the server accepted the request; null if the server rejected it for good */
type SendRequest = (
  request: Pick<WireRequest, 'call' | 'params' | 'body' | 'idempotencyKey'>,
) => Promise<{ readonly body: unknown } | null>;

interface Run {
  readonly outbox: RawOutbox;
  readonly send: SendRequest;
  /** Documents for which the server has accepted every edit in this run. */
  readonly completedIds: Set<string>;
}

async function sendEntity(entity: Entity, run: Run): Promise<void> {
  const wire = wires[entity.collection];
  // Removals go first, as in the page, because a replacement may need the number or space that they free.
  for (const deleted of entity.hasRemovals ? [true, false] : [false]) {
    for await (const rows of run.outbox.pendingRows(entity.collection, deleted)) {
      await sendRows(wire, await filterSendable(wire, rows, run), run);
    }
  }
}

async function sendRows(
  wire: EditableWire,
  rows: readonly Row[],
  { send, completedIds }: Run,
): Promise<void> {
  if (wire.bulkRequest) {
    const rowsWithRequest = rows.filter((row) => wire.nextRequest(row) !== null);
    for (let start = 0; start < rowsWithRequest.length; start += BULK_SIZE) {
      await send(wire.bulkRequest(rowsWithRequest.slice(start, start + BULK_SIZE)));
    }
    return;
  }
  for (const row of rows) {
    let currentRow: Row | null = row;
    let request = wire.nextRequest(row);
    while (currentRow && request) {
      const isAccepted = (await send(request)) !== null;
      currentRow = wire.afterRequest(currentRow, isAccepted);
      request = currentRow && wire.nextRequest(currentRow);
    }
    if (currentRow) completedIds.add(row.uuid);
  }
}

async function filterSendable(wire: EditableWire, rows: readonly Row[], run: Run): Promise<Row[]> {
  const sendableRows: Row[] = [];
  for (const row of rows) {
    if (await canBeSent(wire.prerequisite?.(row) ?? null, run)) sendableRows.push(row);
  }
  return sendableRows;
}

/** True if the server has the document or photo that an edit depends on. Uploads a missing photo. */
async function canBeSent(prerequisite: Prerequisite | null, run: Run): Promise<boolean> {
  if (prerequisite === null) return true;
  if (prerequisite.kind === 'photo') return sendPhoto(prerequisite.id, run);
  const project = await run.outbox.readDocument('projects', prerequisite.id);
  return project === null || isProjectOnServer(project, run.completedIds);
}

async function sendPhoto(id: string, { outbox, send }: Run): Promise<boolean> {
  // An unreadable photo is left to the page, which can report it.
  const photo = await outbox.readPhoto(id).catch(() => null);
  if (!photo) return false;
  if (photo.state === 'sent') return true;
  const body = {
    fields: { uuid: photo.id, sha256: photo.sha256 },
    bytes: new Uint8Array(photo.bytes),
    mediaType: photo.mime,
  };
  const response = await send({ call: 'uploadPhoto', body });
  if (response === null) return false;
  const { uuid, sha256 } = (response.body ?? {}) as { uuid?: unknown; sha256?: unknown };
  // The photo counts as sent only if the server confirms exactly this photo.
  if (uuid !== photo.id || sha256 !== photo.sha256) throw new RetryLaterError();
  await outbox.markPhotoSent(photo);
  return true;
}

/** Sends the contents of attachments, after everything else. */
async function sendContents(run: Run): Promise<void> {
  for await (const rows of run.outbox.pendingRows('attachments', false)) {
    for (const row of await filterSendable(wires.attachments, rows, run)) {
      const content = await run.outbox.readContent(row.uuid).catch(() => null);
      if (content?.sent === 0) await sendContent(content, run);
    }
  }
}

async function sendContent(content: RawContent, { send, outbox }: Run): Promise<void> {
  const { id, sha256 } = content;
  const isComplete = await sendParts(content, async (body) => {
    const response = await send({ call: 'sendAttachmentPart', body });
    if (response === null) return null;
    const responseBody = (response.body ?? {}) as Partial<Record<string, unknown>>;
    const { stored: storedBytes } = responseBody;
    const isSameContent = responseBody['uuid'] === id && responseBody['sha256'] === sha256;
    if (!isSameContent || typeof storedBytes !== 'number') throw new RetryLaterError();
    return { stored: storedBytes, complete: responseBody['complete'] === true };
  });
  if (isComplete) await outbox.markContentSent(content);
}

function createSendRequest(initialToken: string, ports: BackgroundPorts): SendRequest {
  let token = initialToken;
  const sendOnce: (...request: Parameters<SendRequest>) => Promise<Response> = async (request) => {
    if (await ports.hasVisiblePages()) throw new StopForPageError();
    const call = outboxCalls[request.call];
    const input = { params: request.params, body: request.body };
    const { idempotencyKey = null } = request;
    const init = requestInit(call, input, {
      language: null,
      platform: 'web',
      token,
      idempotencyKey,
    });
    const signal = AbortSignal.timeout(call.timeoutMs);
    const headers = withDeviceTime(init.headers, Date.now());
    return ports.fetch(requestUrl(call, input, ports.baseUrl), { ...init, headers, signal });
  };

  const sendAndRead = async (request: Parameters<SendRequest>[0]) => {
    const response = await sendOnce(request);
    const body = await readJson(response);
    // A proxy's response doesn't count (F11, F18), and a server failure isn't a verdict.
    const isTemporary = response.status === 429 || response.status >= 500;
    if (!isServerResponse(response, body) || isTemporary) throw new RetryLaterError();
    return { body, status: response.status, isAccepted: response.ok };
  };

  return async (request) => {
    let response = await sendAndRead(request);
    if (response.status === 401) {
      const newToken = await refreshBackgroundSession(token, ports);
      if (newToken === null) throw new StopForPageError();
      token = newToken;
      response = await sendAndRead(request);
    }
    if (response.status === 401) throw new StopForPageError();
    return response.isAccepted ? { body: response.body } : null;
  };
}
