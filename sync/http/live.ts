import * as v from 'valibot';
import { liveCalls, STREAM_BEAT_MS, changeNotice } from '#schemas/api/live-calls.ts';
import type { Locks, PageSignals } from '../ports.ts';
import { backoffMs } from '../retry/retry-policy.ts';
import { failureCode } from '../retry/retry-scheduler.ts';
import type { SyncLog } from '../status/sync-log.ts';
import { CallError } from './call-error.ts';
import type { Connectivity } from './connectivity.ts';
import type { Session } from './session.ts';
import type { Transport } from './transport.ts';

/** Without a word for this long the connection counts as dead, whatever the network says. */
const SILENCE_MS = 2.5 * STREAM_BEAT_MS;

export interface LiveUpdateOptions {
  /** Names this account's streams over all tabs: one of the visible ones has it open. */
  readonly lock: string;
  readonly userId: string;
  readonly transport: Transport;
  readonly connectivity: Connectivity;
  readonly session: Session;
  readonly wake: PageSignals;
  readonly locks: Locks;
  readonly log: SyncLog;
  readonly random: () => number;
  /** Told the names of collections that have changed on the server, or may have while nobody listened. */
  readonly onChanged: (collections: readonly string[]) => void;
}

/**
 * Listens to the server's stream of changes while this page is visible. When it breaks it is opened again once
 * the network is there, with backoff that only a stream which has lasted makes short again: each that opens has
 * everything asked for (F14). One that stands is left alone when other calls fail; a hidden page has none and
 * asks for none. It only ever makes a pull come sooner: the intervals stay, for networks that let no stream
 * through.
 * @returns how to stop it
 */
export function startLiveUpdates(options: LiveUpdateOptions): () => void {
  const { connectivity, session, wake, locks, log } = options;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let open: AbortController | null = null;
  let isClosed = false;

  const mayListen = () => {
    const now = session.state();
    const isMine = now.name === 'signed_in' && now.account.user_id === options.userId;
    return isMine && wake.visible() && !isClosed;
  };

  const listen = async ({ signal }: AbortController) => {
    let isNews = false;
    const onNotice = (changed: readonly string[]) => {
      if (changed.length === 0) return;
      // A stream's first word is no news: any network can have it said again and again.
      if (isNews) options.transport.requestBudget.refill();
      isNews = true;
      options.onChanged(changed);
    };
    try {
      await locks.run(
        options.lock,
        (held) => read(options, held ? AbortSignal.any([signal, held.lost]) : signal, onNotice),
        signal,
      );
    } catch (error) {
      if (signal.aborted) return;
      log.add('live_failed', { code: failureCode(error) });
      // Perhaps the network is gone; perhaps only streams do not pass. A real call tells.
      void connectivity.probe();
    }
  };
  const end = () => {
    clearTimeout(timer);
    timer = undefined;
    open?.abort();
    open = null;
  };
  const follow = () => {
    timer = undefined;
    if (!mayListen()) return end();
    if (open !== null || connectivity.state() !== 'online') return;
    const beganAt = performance.now();
    const mine = new AbortController();
    open = mine;
    void listen(mine).finally(() => {
      // Broken off here: whatever did that begins it anew when it is time.
      if (mine.signal.aborted) return;
      open = null;
      failures = performance.now() - beganAt >= STREAM_BEAT_MS ? 1 : failures + 1;
      timer = setTimeout(follow, backoffMs(failures, options.random()));
    });
  };

  const stopListening = [
    connectivity.subscribe((_connection, isReturn) => {
      // Nobody can tell whether one from before is still alive.
      if (isReturn) end();
      if (timer === undefined) follow();
    }),
    session.subscribe(follow),
    wake.subscribe((event) => {
      // The browser may have taken the lock, and the stream, of a page that it has kept.
      if (event === 'restored') end();
      follow();
    }),
  ];
  follow();

  return () => {
    isClosed = true;
    stopListening.forEach((stop) => stop());
    end();
  };
}

/**
 * Reads until the stream ends, or until nothing has come for too long.
 * @param onNotice told with each piece which collections have changed, mostly none
 */
async function read(
  { transport, userId }: LiveUpdateOptions,
  signal: AbortSignal,
  onNotice: (changed: readonly string[]) => void,
): Promise<void> {
  const { body } = await transport.openStream(liveCalls.events, {
    signal,
    userId,
    budget: 'in_turn',
  });
  if (body === null) throw new CallError('not_an_answer');
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const names = createChangeReader();
  let silence = setTimeout(stop, SILENCE_MS);
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE_MS);
      onNotice(names(piece.value));
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** One event is a line of names; a longer one is not our server speaking, and is not kept. */
const MAX_LINE = 16_384;

/**
 * Reads server-sent events as they come, in whatever pieces.
 * @returns takes the next piece of text, and answers with the collections named by the events that have
 *   arrived entirely, each once; comments, other lines and unknown shapes are passed over
 */
export function createChangeReader(): (text: string) => string[] {
  let begun = '';
  return (text) => {
    const lines = (begun + text).split('\n');
    begun = (lines.pop() ?? '').slice(0, MAX_LINE);
    return [...new Set(lines.flatMap(namesOf))];
  };
}

function namesOf(line: string): string[] {
  if (!line.startsWith('data:')) return [];
  try {
    return v.parse(changeNotice, JSON.parse(line.slice('data:'.length))).collections;
  } catch {
    return [];
  }
}
