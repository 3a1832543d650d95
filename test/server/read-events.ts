import * as v from 'valibot';
import { changeNotice } from '#schemas/api/live-calls.ts';
import { listNotice } from '#schemas/operator/list-stream.ts';
import { regionCodeOf } from '#schemas/regions.ts';

/** An event stream as a client reads it. */
export interface EventReader {
  readonly response: Response;
  /** Returns the sorted names of the next event; null if the stream has ended. */
  next(): Promise<string[] | null>;
  /**
   * Reads until an event has the name.
   * @returns false if the stream ended before
   */
  waitFor(name: string): Promise<boolean>;
  close(): void;
}

/** Opens `GET /v1/events` on a listening server. The names are those of collections. */
export function readEvents(address: string, token: string): Promise<EventReader> {
  return openStream(
    `${address}/api/v1/events`,
    { authorization: `Bearer ${token}` },
    (data) => v.parse(changeNotice, data).collections,
  );
}

/** Opens the console's stream. The names are lists with their country, such as `orders PL`. */
export function readListEvents(address: string, token: string): Promise<EventReader> {
  return openStream(
    `${address}/api/operator/v1/events`,
    { cookie: `__Host-console=${token}` },
    (data) =>
      v.parse(listNotice, data).lists.map(({ list, region }) => `${list} ${regionCodeOf(region)}`),
  );
}

async function openStream(
  url: string,
  headers: Record<string, string>,
  namesOf: (data: unknown) => readonly string[],
): Promise<EventReader> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<string[] | null> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        const data = /^event: changed\ndata: (.*)$/.exec(event)?.[1];
        if (data !== undefined) return [...namesOf(JSON.parse(data))].toSorted();
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
    async waitFor(name) {
      for (let names = await next(); names !== null; names = await next()) {
        if (names.includes(name)) return true;
      }
      return false;
    },
    close: () => abort.abort(),
  };
}
