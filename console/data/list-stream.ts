import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { STREAM_HEARTBEAT_MS } from '#schemas/api/live-calls.ts';
import { type ListNotice, listNotice, listStreamCalls } from '#schemas/operator/list-stream.ts';
import { BACKGROUND_HEADER } from '#schemas/operator/operator-call.ts';
import { urlOf } from './call-operator.ts';
import { createListUpdates } from './list-updates.ts';
import { SESSION_KEY } from './query-client.ts';

/** Name of the lock and the channel that tabs share: one visible tab reads the stream for all tabs. */
const SHARED_NAME = 'console-lists';
/** A stream that is silent for this long counts as disconnected. */
const SILENCE_MS = 2.5 * STREAM_HEARTBEAT_MS;
const MIN_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;

/** Returns the delay before the next attempt, with jitter, so that browsers don't all reconnect at the same time. */
const waitMs = (failures: number) =>
  Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** failures) * (0.5 + Math.random() / 2);

const isVisible = () => document.visibilityState === 'visible';

/**
 * Keeps the visible lists up to date while the page is visible. One visible tab reads the server's stream of changed
 * lists, and passes the changes on to the other tabs. A hidden page refetches changed lists once it's visible. Without
 * a stream, lists are refetched when they are stale.
 * @returns a function that stops following the lists
 */
export function followLists(client: QueryClient): () => void {
  const updates = createListUpdates(client, isVisible);
  const channel = new BroadcastChannel(SHARED_NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const notice = v.safeParse(listNotice, data);
    if (notice.success) updates.add(notice.output.lists);
  });
  const onNotice = (notice: ListNotice) => {
    updates.add(notice.lists);
    channel.postMessage(notice);
  };
  let openedStream: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const stop = () => {
    clearTimeout(timer);
    openedStream?.abort();
    openedStream = null;
  };
  const start = () => {
    stop();
    if (!isVisible() || !navigator.onLine) return;
    const stream = new AbortController();
    openedStream = stream;
    void listen(stream.signal).finally(() => {
      if (!stream.signal.aborted) timer = setTimeout(start, waitMs(failures));
    });
  };
  const listen = async (signal: AbortSignal) => {
    let openedAt = Infinity;
    try {
      await navigator.locks.request(SHARED_NAME, { signal }, async () => {
        const response = await openStream(signal);
        openedAt = performance.now();
        // The session has ended. Refetching it makes the sign-in form appear.
        if (response.status === 401) await client.refetchQueries({ queryKey: SESSION_KEY });
        if (response.ok) await readNotices(response, signal, onNotice);
      });
    } catch {
      // There is no network, or the page was hidden.
    }
    failures = performance.now() - openedAt >= STREAM_HEARTBEAT_MS ? 0 : failures + 1;
  };

  const followVisibility = () => {
    start();
    updates.resume();
  };
  start();
  document.addEventListener('visibilitychange', followVisibility);
  addEventListener('online', start);
  addEventListener('offline', start);
  return () => {
    stop();
    updates.stop();
    channel.close();
    document.removeEventListener('visibilitychange', followVisibility);
    removeEventListener('online', start);
    removeEventListener('offline', start);
  };
}

const openStream = (signal: AbortSignal) =>
  fetch(urlOf(listStreamCalls.streamChangedLists, {}), {
    credentials: 'same-origin',
    cache: 'no-store',
    headers: { accept: 'text/event-stream', [BACKGROUND_HEADER]: '1' },
    signal,
  });

/** Reads until the stream ends, is silent for too long or is aborted. */
async function readNotices(
  { body }: Response,
  signal: AbortSignal,
  onNotice: (notice: ListNotice) => void,
): Promise<void> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  let silenceTimer = setTimeout(stop, SILENCE_MS);
  let partial = '';
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(stop, SILENCE_MS);
      const lines = (partial + chunk.value).split('\n');
      partial = lines.pop() ?? '';
      for (const notice of lines.flatMap((line) => parseNotice(line) ?? [])) onNotice(notice);
    }
  } finally {
    clearTimeout(silenceTimer);
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Parses a line of server-sent events; null for comments, other lines and unknown shapes. */
export function parseNotice(line: string): ListNotice | null {
  if (!line.startsWith('data:')) return null;
  try {
    return v.parse(listNotice, JSON.parse(line.slice('data:'.length)));
  } catch {
    return null;
  }
}
