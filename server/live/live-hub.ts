import { STREAM_HEARTBEAT_MS } from '#schemas/api/live-calls.ts';
import { findActiveSessions } from '../access/sessions.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { findChangedCollections, getRevs, streamedCollections } from './changed-collections.ts';
import { createEventStream, type EventStream } from './event-stream.ts';
import { createPoller } from './poller.ts';

/** Interval of session checks: an ended session keeps its streams for at most this long. */
const SESSION_CHECK_MS = 2_000;
/**
 * Maximum age of a stream; the client reconnects, perhaps to another process, with a fresh token.
 */
const STREAM_LIFE_MS = 15 * 60_000;
/** Jitter, so that clients that connected together don't all reconnect together. */
const getStreamLifeMs = () => STREAM_LIFE_MS * (0.7 + 0.3 * Math.random());
/** Maximum streams per person; beyond that, the oldest is closed, as its connection may be dead. */
export const STREAMS_PER_PERSON = 8;

interface OpenStream {
  readonly stream: EventStream;
  readonly actor: Pick<Actor, 'userId' | 'companyId' | 'sessionId'>;
  readonly closesAt: number;
  /** Number of consecutive heartbeats at which the reader was too far behind. */
  missedHeartbeats: number;
}

interface LiveHub {
  /** Opens a stream that first announces every collection, and then each of the company's changes. */
  open(actor: OpenStream['actor']): Promise<EventStream>;
  /** Call after this process has written something for the company. */
  notifyWrite(companyId: string): void;
  size(): number;
  close(): void;
}

/**
 * Announces changes to all of this process's streams. Processes don't communicate: each polls the counters of its
 * streams' companies in one query.
 */
export function createLiveHub({ db, clock, logger }: Services): LiveHub {
  const streams = new Set<OpenStream>();
  /** Counters up to which changes have been announced. */
  const announcedRevs = new Map<string, number>();
  let nextSessionCheck = 0;
  let isClosed = false;

  const poll = async () => {
    const startedAt = performance.now();
    try {
      await announceChanges(db, streams, announcedRevs);
      if (startedAt < nextSessionCheck) return;
      nextSessionCheck = startedAt + SESSION_CHECK_MS;
      await endExpired({ db, clock }, streams);
    } catch (error) {
      // The next poll finds the same changes.
      logger.warn({ err: error }, 'polling for changes failed');
    }
  };
  const poller = createPoller(poll, () => streams.size > 0);
  const heartbeats = setInterval(() => sendHeartbeats(streams), STREAM_HEARTBEAT_MS);
  const remove = (open: OpenStream) => {
    streams.delete(open);
    const { companyId } = open.actor;
    if (![...streams].some(({ actor }) => actor.companyId === companyId))
      announcedRevs.delete(companyId);
  };

  return {
    async open(actor) {
      const { companyId, userId } = actor;
      const currentRevs = await getRevs(db, [companyId]);
      // Set after the read: the first event makes clients pull earlier commits, and later ones are announced.
      if (!announcedRevs.has(companyId))
        announcedRevs.set(companyId, currentRevs.get(companyId) ?? 0);
      const stream = createEventStream();
      const open = {
        stream,
        actor,
        closesAt: performance.now() + getStreamLifeMs(),
        missedHeartbeats: 0,
      };
      const personStreams = [...streams].filter((other) => other.actor.userId === userId);
      for (const oldest of personStreams.slice(
        0,
        Math.max(0, personStreams.length - STREAMS_PER_PERSON + 1),
      )) {
        oldest.stream.end();
      }
      streams.add(open);
      stream.body.once('close', () => remove(open));
      stream.notify(streamedCollections);
      if (isClosed) stream.end();
      poller.start();
      return stream;
    },
    notifyWrite(companyId) {
      if (announcedRevs.has(companyId)) poller.pollSoon();
    },
    size: () => streams.size,
    close() {
      isClosed = true;
      clearInterval(heartbeats);
      poller.close();
      for (const { stream } of streams) stream.end();
    },
  };
}

/** Announces what the companies have written since `announcedRevs`. */
async function announceChanges(
  db: Services['db'],
  streams: ReadonlySet<OpenStream>,
  announcedRevs: Map<string, number>,
): Promise<void> {
  const currentRevs = await getRevs(db, [...announcedRevs.keys()]);
  const outdated = new Map(
    [...announcedRevs].filter(([id, rev]) => (currentRevs.get(id) ?? 0) > rev),
  );
  if (outdated.size === 0) return;
  const changed = await findChangedCollections(db, outdated);
  for (const id of outdated.keys())
    if (announcedRevs.has(id)) announcedRevs.set(id, currentRevs.get(id) ?? 0);
  for (const { stream, actor } of streams) {
    const names = changed.get(actor.companyId);
    if (names) stream.notify(names);
  }
}

/** Ends streams whose session has ended or that are too old. */
async function endExpired(
  services: Pick<Services, 'db' | 'clock'>,
  streams: ReadonlySet<OpenStream>,
): Promise<void> {
  // Streams opened during the query weren't checked.
  const checkedStreams = [...streams];
  const active = await findActiveSessions(
    services,
    checkedStreams.map(({ actor }) => actor.sessionId),
  );
  for (const open of checkedStreams) {
    if (!active.has(open.actor.sessionId) || performance.now() >= open.closesAt) open.stream.end();
  }
}

/** Sends heartbeats, and drops clients that missed two in a row. */
function sendHeartbeats(streams: ReadonlySet<OpenStream>): void {
  for (const open of streams) {
    open.missedHeartbeats = open.stream.heartbeat() ? 0 : open.missedHeartbeats + 1;
    if (open.missedHeartbeats > 1) open.stream.body.destroy();
  }
}
