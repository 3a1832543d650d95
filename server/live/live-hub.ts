import { STREAM_HEARTBEAT_MS } from '#schemas/api/live-calls.ts';
import { findActiveSessions } from '../access/sessions.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { changedSince, getRevs, streamedCollections } from './changed-collections.ts';
import { createEventStream, type EventStream } from './event-stream.ts';
import { createPoller } from './poller.ts';

/** An ended session loses its streams after this long at most. */
const SESSION_CHECK_MS = 2_000;
/** After this a stream ends and is opened anew: on another process perhaps, and with a fresh token. */
const STREAM_LIFE_MS = 15 * 60_000;
/** Not all at the same moment, after a start that all of them came back to at once. */
const streamLifeMs = () => STREAM_LIFE_MS * (0.7 + 0.3 * Math.random());
/** Streams of one person; the oldest gives way, for it may be a connection that is dead already. */
export const STREAMS_PER_PERSON = 8;

interface OpenStream {
  readonly stream: EventStream;
  readonly actor: Pick<Actor, 'userId' | 'companyId' | 'sessionId'>;
  readonly until: number;
  /** Beats in a row that the reader had no room for. */
  missed: number;
}

export interface LiveHub {
  /** Opens a stream that tells at once of everything, and then of each change of the company. */
  open(actor: OpenStream['actor']): Promise<EventStream>;
  /** This process has written something of that company. */
  noteWrite(companyId: string): void;
  size(): number;
  close(): void;
}

/**
 * Tells all open streams of this process what has changed. Processes know nothing of each other: each
 * looks at the counters of the companies that it has streams of, in one query.
 */
export function createLiveHub({ db, clock, logger }: Services): LiveHub {
  const streams = new Set<OpenStream>();
  /** The counters up to which the streams have been told. */
  const told = new Map<string, number>();
  let sessionsDue = 0;
  let isClosed = false;

  const look = async () => {
    const begun = performance.now();
    try {
      await tellChanges(db, streams, told);
      if (begun < sessionsDue) return;
      sessionsDue = begun + SESSION_CHECK_MS;
      await endFinished({ db, clock }, streams);
    } catch (error) {
      // The next look finds the same changes again.
      logger.warn({ err: error }, 'the changes could not be looked at');
    }
  };
  const looks = createPoller(look, () => streams.size > 0);
  const beats = setInterval(() => beat(streams), STREAM_HEARTBEAT_MS);
  const leave = (open: OpenStream) => {
    streams.delete(open);
    const { companyId } = open.actor;
    if (![...streams].some(({ actor }) => actor.companyId === companyId)) told.delete(companyId);
  };

  return {
    async open(actor) {
      const { companyId, userId } = actor;
      const now = await getRevs(db, [companyId]);
      // Only now: what was committed before is pulled on the first event, what comes later is told.
      if (!told.has(companyId)) told.set(companyId, now.get(companyId) ?? 0);
      const stream = createEventStream();
      const open = { stream, actor, until: performance.now() + streamLifeMs(), missed: 0 };
      const own = [...streams].filter((other) => other.actor.userId === userId);
      for (const oldest of own.slice(0, Math.max(0, own.length - STREAMS_PER_PERSON + 1))) {
        oldest.stream.end();
      }
      streams.add(open);
      stream.body.once('close', () => leave(open));
      stream.notify(streamedCollections);
      if (isClosed) stream.end();
      looks.start();
      return stream;
    },
    noteWrite(companyId) {
      if (told.has(companyId)) looks.pollSoon();
    },
    size: () => streams.size,
    close() {
      isClosed = true;
      clearInterval(beats);
      looks.close();
      for (const { stream } of streams) stream.end();
    },
  };
}

/** Tells the streams what their companies have written since the counters stood at `told`. */
async function tellChanges(
  db: Services['db'],
  streams: ReadonlySet<OpenStream>,
  told: Map<string, number>,
): Promise<void> {
  const now = await getRevs(db, [...told.keys()]);
  const behind = new Map([...told].filter(([id, rev]) => (now.get(id) ?? 0) > rev));
  if (behind.size === 0) return;
  const changed = await changedSince(db, behind);
  for (const id of behind.keys()) if (told.has(id)) told.set(id, now.get(id) ?? 0);
  for (const { stream, actor } of streams) {
    const names = changed.get(actor.companyId);
    if (names) stream.notify(names);
  }
}

/** Ends the streams whose session or own life is over. */
async function endFinished(
  services: Pick<Services, 'db' | 'clock'>,
  streams: ReadonlySet<OpenStream>,
): Promise<void> {
  // Those that open while the database is asked have not been asked about.
  const asked = [...streams];
  const living = await findActiveSessions(
    services,
    asked.map(({ actor }) => actor.sessionId),
  );
  for (const open of asked) {
    if (!living.has(open.actor.sessionId) || performance.now() >= open.until) open.stream.end();
  }
}

/** A reader that had no room for a beat twice in a row is gone. */
function beat(streams: ReadonlySet<OpenStream>): void {
  for (const open of streams) {
    open.missed = open.stream.heartbeat() ? 0 : open.missed + 1;
    if (open.missed > 1) open.stream.body.destroy();
  }
}
