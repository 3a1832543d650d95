import { type FastifyReply } from 'fastify';
import { STREAM_HEARTBEAT_MS } from '#schemas/api/live-calls.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { type EventStream } from './event-stream.ts';

/** Interval of session checks. When a session ends, its streams are closed after at most this time. */
const SESSION_CHECK_MS = 2_000;
/** Maximum age of a stream. When it's reached, the client reconnects with a fresh token, perhaps to another process. */
const STREAM_LIFE_MS = 15 * MINUTE_MS;
/**
 * Returns the maximum age of a new stream, with jitter, so that clients that connected together don't all reconnect
 * together.
 */
const getStreamLifeMs = () => STREAM_LIFE_MS * (0.7 + 0.3 * Math.random());
/**
 * Maximum number of streams per person. If there are more, the oldest is closed, because its connection may be dead.
 */
export const STREAMS_PER_PERSON = 8;

/** An open stream and the person who reads it. */
export interface OpenStream<Reader> {
  readonly stream: EventStream;
  readonly reader: Reader;
  readonly closesAt: number;
}

/** The open streams of this process. */
interface OpenStreams<Reader> extends Iterable<OpenStream<Reader>> {
  /** Adds a stream and closes the person's oldest one if they have too many. */
  add(stream: EventStream, reader: Reader): void;
  size(): number;
  /**
   * Ends streams that are too old, and streams whose reader may no longer read them. Streams are checked at most every
   * two seconds.
   */
  endExpired(): Promise<void>;
  close(): void;
}

interface OpenStreamsOptions<Reader> {
  readonly getPersonId: (reader: Reader) => string;
  /** Returns the readers who may still read their streams. */
  readonly findAllowed: (readers: readonly Reader[]) => Promise<ReadonlySet<Reader>>;
  readonly onRemoved?: (reader: Reader) => void;
}

/** Keeps streams alive with heartbeats, and drops a client if two heartbeats in a row can't be sent to it. */
export function createOpenStreams<Reader>({
  getPersonId,
  findAllowed,
  onRemoved,
}: OpenStreamsOptions<Reader>): OpenStreams<Reader> {
  const streams = new Map<OpenStream<Reader>, { missedHeartbeats: number }>();
  let nextCheck = 0;
  let isClosed = false;
  const heartbeats = setInterval(() => {
    for (const [{ stream }, state] of streams) {
      state.missedHeartbeats = stream.heartbeat() ? 0 : state.missedHeartbeats + 1;
      if (state.missedHeartbeats > 1) stream.body.destroy();
    }
  }, STREAM_HEARTBEAT_MS);

  return {
    [Symbol.iterator]: () => streams.keys(),
    size: () => streams.size,
    add(stream, reader) {
      const ownStreams = [...streams.keys()].filter(
        (openStream) => getPersonId(openStream.reader) === getPersonId(reader),
      );
      const surplus = Math.max(0, ownStreams.length - STREAMS_PER_PERSON + 1);
      for (const oldest of ownStreams.slice(0, surplus)) oldest.stream.end();
      const openStream = { stream, reader, closesAt: performance.now() + getStreamLifeMs() };
      streams.set(openStream, { missedHeartbeats: 0 });
      stream.body.once('close', () => {
        streams.delete(openStream);
        onRemoved?.(reader);
      });
      if (isClosed) stream.end();
    },
    async endExpired() {
      const now = performance.now();
      if (now < nextCheck) return;
      nextCheck = now + SESSION_CHECK_MS;
      // The list is copied first, because streams opened during the query haven't been checked and must stay open.
      const openStreams = [...streams.keys()];
      const allowedReaders = await findAllowed(openStreams.map(({ reader }) => reader));
      for (const { stream, reader, closesAt } of openStreams)
        if (!allowedReaders.has(reader) || performance.now() >= closesAt) stream.end();
    },
    close() {
      isClosed = true;
      clearInterval(heartbeats);
      for (const { stream } of streams.keys()) stream.end();
    },
  };
}

/** Sends a stream as the response. */
export function sendStream(reply: FastifyReply, { body }: EventStream): FastifyReply {
  return (
    reply
      .type('text/event-stream; charset=utf-8')
      // Keeps proxies from buffering the stream.
      .header('x-accel-buffering', 'no')
      // No request follows a stream on its connection, and keep-alive would delay shutdown.
      .header('connection', 'close')
      .send(body)
  );
}
