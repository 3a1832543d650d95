import * as v from 'valibot';
import { changeNotice } from '#schemas/api/live-calls.ts';

/** An event stream as a client reads it. */
export interface EventReader {
  readonly response: Response;
  /** Returns the sorted collections of the next event; null if the stream has ended. */
  next(): Promise<string[] | null>;
  /** Reads until an event names the collection. @returns false if the stream ended before */
  waitFor(collection: string): Promise<boolean>;
  close(): void;
}

/** Opens `GET /v1/events` on a listening server. */
export async function readEvents(address: string, token: string): Promise<EventReader> {
  const abort = new AbortController();
  const response = await fetch(`${address}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<string[] | null> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        const data = /^event: changed\ndata: (.*)$/.exec(event)?.[1];
        if (data !== undefined) return v.parse(changeNotice, JSON.parse(data)).collections.sort();
      } else {
        const chunk = await reader?.read().catch(() => null);
        if (!chunk?.value) return null;
        text += chunk.value;
      }
    }
  };
  return {
    response,
    next,
    async waitFor(collection) {
      for (let collections = await next(); collections !== null; collections = await next()) {
        if (collections.includes(collection)) return true;
      }
      return false;
    },
    close: () => abort.abort(),
  };
}
