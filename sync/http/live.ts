import * as v from 'valibot';
import { liveCalls, STREAM_HEARTBEAT_MS, changeNotice } from '#schemas/api/live-calls.ts';
import type { Locks, PageSignals } from '../ports.ts';
import { backoffMs } from '../retry/retry-policy.ts';
import { failureCode } from '../retry/retry-scheduler.ts';
import type { SyncLog } from '../status/sync-log.ts';
import { CallError } from './call-error.ts';
import type { Connectivity } from './connectivity.ts';
import type { Session } from './session.ts';
import type { Transport } from './transport.ts';

/** A stream that has been silent for this long, in ms, counts as dead. */
const SILENCE_MS = 2.5 * STREAM_HEARTBEAT_MS;

export interface LiveUpdateOptions {
  /** Lock name shared by the account's tabs: one visible tab keeps the stream open. */
  readonly lock: string;
  readonly userId: string;
  readonly transport: Transport;
  readonly connectivity: Connectivity;
  readonly session: Session;
  readonly pageSignals: PageSignals;
  readonly locks: Locks;
  readonly log: SyncLog;
  readonly random: () => number;
  /** Called with collections that changed on the server, or that may have changed while no stream was open. */
  readonly onChanged: (collections: readonly string[]) => void;
}

/**
 * Listens to the server's change stream while this page is visible. A broken stream is reopened with backoff
 * once the network is back. Only a stream that lasted for a while resets the backoff, because each new one triggers
 * a full pull (F14). Failures of other calls don't close the stream. The stream only makes pulls happen sooner: the
 * periodic refresh continues, for networks that block streams.
 * @returns a function that stops listening
 */
export function startLiveUpdates(options: LiveUpdateOptions): () => void {
  const { connectivity, session, pageSignals, locks, log } = options;
  let failureCount = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let currentStream: AbortController | null = null;
  let isClosed = false;

  const canListen = () => {
    const state = session.state();
    const isCurrentUser = state.name === 'signed_in' && state.account.user_id === options.userId;
    return isCurrentUser && pageSignals.visible() && !isClosed;
  };

  const listen = async ({ signal }: AbortController) => {
    let hasChanges = false;
    const onNotice = (collections: readonly string[]) => {
      if (collections.length === 0) return;
      // The first event only confirms that the stream is open. An unstable network causes many such
      // events, so they don't refill the budget.
      if (hasChanges) options.transport.requestBudget.refill();
      hasChanges = true;
      options.onChanged(collections);
    };
    try {
      await locks.run(
        options.lock,
        (lock) =>
          readStream(options, lock ? AbortSignal.any([signal, lock.lossSignal]) : signal, onNotice),
        signal,
      );
    } catch (error) {
      if (signal.aborted) return;
      log.add('live_failed', { code: failureCode(error) });
      // The network may be down, or may only block streams. A real call finds out.
      void connectivity.probe();
    }
  };
  const closeStream = () => {
    clearTimeout(timer);
    timer = undefined;
    currentStream?.abort();
    currentStream = null;
  };
  const openStreamIfNeeded = () => {
    timer = undefined;
    if (!canListen()) return closeStream();
    if (currentStream !== null || connectivity.state() !== 'online') return;
    const startedAt = performance.now();
    const stream = new AbortController();
    currentStream = stream;
    void listen(stream).finally(() => {
      // `closeStream` aborted the stream, and its caller reopens it if necessary.
      if (stream.signal.aborted) return;
      currentStream = null;
      failureCount = performance.now() - startedAt >= STREAM_HEARTBEAT_MS ? 1 : failureCount + 1;
      timer = setTimeout(openStreamIfNeeded, backoffMs(failureCount, options.random()));
    });
  };

  const unsubscribers = [
    connectivity.subscribe((_connection, hasRecovered) => {
      // The old stream may be dead without either side having noticed.
      if (hasRecovered) closeStream();
      if (timer === undefined) openStreamIfNeeded();
    }),
    session.subscribe(openStreamIfNeeded),
    pageSignals.subscribe((event) => {
      // The browser may have released the lock and closed the stream of a cached page.
      if (event === 'restored') closeStream();
      openStreamIfNeeded();
    }),
  ];
  openStreamIfNeeded();

  return () => {
    isClosed = true;
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    closeStream();
  };
}

/**
 * Reads until the stream ends or stays silent too long.
 * @param onNotice called per chunk with the changed collections, usually none
 */
async function readStream(
  { transport, userId }: LiveUpdateOptions,
  signal: AbortSignal,
  onNotice: (collections: readonly string[]) => void,
): Promise<void> {
  const { body } = await transport.openStream(liveCalls.streamChanges, {
    signal,
    userId,
    budget: 'in_turn',
  });
  if (body === null) throw new CallError('not_an_answer');
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const readChanges = createChangeReader();
  let silenceTimer = setTimeout(stop, SILENCE_MS);
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(stop, SILENCE_MS);
      onNotice(readChanges(chunk.value));
    }
  } finally {
    clearTimeout(silenceTimer);
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Maximum length of a line. Each event is one line of names, so a longer line isn't from our server and is ignored. */
const MAX_LINE = 16_384;

/**
 * Parses server-sent events from text chunks.
 * @returns a function that takes the next chunk and returns the collections named by completed events, each
 *   once. Comments, other lines and unknown shapes are ignored.
 */
export function createChangeReader(): (text: string) => string[] {
  let partialLine = '';
  return (text) => {
    const lines = (partialLine + text).split('\n');
    partialLine = (lines.pop() ?? '').slice(0, MAX_LINE);
    return [...new Set(lines.flatMap(parseNames))];
  };
}

function parseNames(line: string): string[] {
  if (!line.startsWith('data:')) return [];
  try {
    return v.parse(changeNotice, JSON.parse(line.slice('data:'.length))).collections;
  } catch {
    return [];
  }
}
