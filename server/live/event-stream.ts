import { Readable } from 'node:stream';
import { type ChangeNotice } from '#schemas/api/live-calls.ts';

/** Text that waits in the stream itself; the connection has its own room behind it. */
const BUFFER_BYTES = 1024;

/** One open stream of server-sent events. */
export interface EventStream {
  readonly body: Readable;
  /** Says that these have changed: at once, or all together as soon as the reader has room. */
  notify(collections: readonly string[]): void;
  /** A comment, so that both ends know the other is there. @returns false when there is no room for it */
  heartbeat(): boolean;
  end(): void;
}

/**
 * A reader that is slow gets fewer events, never a longer queue: what it was not told yet is one set of
 * names, however much happens meanwhile.
 */
export function createEventStream(): EventStream {
  const untold = new Set<string>();
  let hasRoom = false;
  const say = (text: string) => (hasRoom = body.push(text));
  const flush = () => {
    if (!hasRoom || untold.size === 0) return;
    const notice: ChangeNotice = { collections: [...untold] };
    untold.clear();
    say(`event: changed\ndata: ${JSON.stringify(notice)}\n\n`);
  };
  const body = new Readable({
    highWaterMark: BUFFER_BYTES,
    read() {
      hasRoom = true;
      flush();
    },
  });

  return {
    body,
    notify(collections) {
      for (const name of collections) untold.add(name);
      flush();
    },
    heartbeat() {
      if (hasRoom) say(': beat\n\n');
      return hasRoom;
    },
    end() {
      if (!body.destroyed && !body.readableEnded) body.push(null);
    },
  };
}
