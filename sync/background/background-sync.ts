import type { ChatDocument } from '#schemas/chat.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { splitLeadAnswers } from '#schemas/lead-survey.ts';
import { backgroundSession, renewInBackground } from './background-session.ts';
import { openingOf, replyOf } from '../entities/chats/wire.ts';
import { outboxCalls, type PlainCall } from '../outbox/outbox-calls.ts';
import type { Locks } from '../ports.ts';
import { openRawOutbox, type RawOutbox } from './raw-outbox.ts';
import { isToBeSent, scanEditOf, type ScanRow } from '../entities/scans/wire.ts';

/** As many as one request takes on a slow network within the worker's short life. */
const SCANS_PER_REQUEST = 100;

export interface BackgroundPorts {
  readonly fetch: typeof globalThis.fetch;
  /** Where the contract's paths start, without a slash at the end. */
  readonly baseUrl: string;
  readonly locks: Locks;
  /** Whether a page of the app is open, seen or not. */
  readonly hasPages: () => Promise<boolean>;
  /** Whether one is seen: it sends by itself. */
  readonly hasVisiblePages: () => Promise<boolean>;
}

/** A sign-in is needed, or a page has come that goes on by itself. */
class LeftToThePage extends Error {}
/** Nothing was said about the work: it is tried again later, by the browser or by the page. */
class TryLater extends Error {}

/**
 * Sends the unsent work of whoever is signed in, with no page open. It writes no verdicts: the page
 * sends the same edits again with its next start, under the same ids, and settles them by what the
 * server answers then. Nothing is done twice by that (F01).
 * Rejects when the browser should try again later.
 */
export async function sendInBackground(ports: BackgroundPorts): Promise<void> {
  if (await ports.hasVisiblePages()) return;
  const session = await backgroundSession();
  const outbox = session && (await openRawOutbox(session.userId));
  if (!outbox) return;
  try {
    await sendAll(outbox, createAsk(session.token, ports));
  } catch (error) {
    if (!(error instanceof LeftToThePage)) throw error;
  } finally {
    outbox.close();
  }
}

/** @returns whether the server took it; false when it refused it for good */
type Ask = (
  call: PlainCall,
  body: object | FormData,
  params?: Readonly<Record<string, string>>,
) => Promise<boolean>;

async function sendAll(outbox: RawOutbox, ask: Ask): Promise<void> {
  const taken = new Set<string>();
  for (const lead of await outbox.waitingLeads()) {
    if (await sendLead(lead, ask)) taken.add(lead.uuid);
  }
  for await (const chunk of outbox.waitingScans()) await sendScans(chunk, outbox, taken, ask);
  for (const { uuid, closing } of await outbox.waitingClosings()) {
    if (!closing?.released) continue;
    const body = { uuid: closing.uuid, data: splitLeadAnswers(closing.response) };
    await ask(outboxCalls.submitProjectSurvey, body, { id: uuid });
  }
  for (const chat of await outbox.waitingChats()) await sendChat(chat, ask);
}

async function sendChat({ uuid, title, opening, unsent }: ChatDocument, ask: Ask): Promise<void> {
  let isOpen = opening === null;
  for (const message of unsent) {
    if (message.refusal !== null) continue;
    if (isOpen) await ask(outboxCalls.writeToSupport, replyOf(message), { id: uuid });
    else if (opening) {
      const body = openingOf({ uuid, title, opening }, message);
      // Without the chat there is no place for what stands behind.
      if (!(await ask(outboxCalls.openSupportChat, body))) return;
      isOpen = true;
    }
  }
}

async function sendLead({ uuid, edits }: LeadDocument, ask: Ask): Promise<boolean> {
  for (const edit of edits) {
    // Those behind a refused one build on it.
    if (!(await ask(outboxCalls.editLead, edit, { id: uuid }))) return false;
  }
  return true;
}

async function sendScans(
  chunk: readonly ScanRow[],
  outbox: RawOutbox,
  takenLeads: ReadonlySet<string>,
  ask: Ask,
): Promise<void> {
  const ready: ScanRow[] = [];
  const free = new Map<string, boolean>();
  for (const scan of chunk) {
    if (!scan.deleted && !free.has(scan.projects_id)) {
      const lead = await outbox.awaitedLead(scan.projects_id);
      free.set(scan.projects_id, lead === null || takenLeads.has(lead));
    }
    if (!scan.deleted && !free.get(scan.projects_id)) continue;
    if (isToBeSent(scan) || (await sendPhoto(scan, outbox, ask))) ready.push(scan);
  }
  for (let at = 0; at < ready.length; at += SCANS_PER_REQUEST) {
    const scans = ready.slice(at, at + SCANS_PER_REQUEST).map(scanEditOf);
    await ask(outboxCalls.saveScans, { scans });
  }
}

/** @returns whether the server has the scan's photograph now */
async function sendPhoto({ imageIdxDB }: ScanRow, outbox: RawOutbox, ask: Ask): Promise<boolean> {
  // What can't be read here is for the page, which can say so.
  const photo = imageIdxDB === null ? null : await outbox.photo(imageIdxDB).catch(() => null);
  if (!photo) return false;
  if (photo.state === 'sent') return true;
  const form = new FormData();
  form.set('uuid', photo.id);
  form.set('sha256', photo.sha256);
  const { fileField } = outboxCalls.uploadPhoto;
  form.set(fileField ?? '', new Blob([photo.bytes], { type: photo.mime }), 'photo');
  if (!(await ask(outboxCalls.uploadPhoto, form))) return false;
  await outbox.markPhotoSent(photo);
  return true;
}

function createAsk(first: string, ports: BackgroundPorts): Ask {
  let token = first;

  const once = async (call: PlainCall, body: object | FormData, path: string) => {
    if (await ports.hasVisiblePages()) throw new LeftToThePage();
    const isForm = body instanceof FormData;
    const headers = new Headers({
      accept: 'application/json',
      'x-platform': 'web',
      authorization: `Bearer ${token}`,
    });
    if (!isForm) headers.set('content-type', 'application/json');
    return ports.fetch(ports.baseUrl + path, {
      method: call.method,
      headers,
      body: isForm ? body : JSON.stringify(body),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(call.timeoutMs),
    });
  };

  return async (call, body, params = {}) => {
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    let answer = await once(call, body, path);
    if (answer.status === 401) {
      const renewed = await renewInBackground(token, ports);
      if (renewed === null) throw new LeftToThePage();
      token = renewed;
      answer = await once(call, body, path);
    }
    if (answer.status === 401) throw new LeftToThePage();
    const isJson = /^application\/json\b/i.test(answer.headers.get('content-type') ?? '');
    // A captive portal's page is no answer (F11); a server that stumbles has said nothing yet.
    if (!isJson || answer.status === 429 || answer.status >= 500) throw new TryLater();
    return answer.ok;
  };
}
