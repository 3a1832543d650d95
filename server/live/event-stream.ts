import { Readable } from 'node:stream';
import { type ChangeNotice } from '#schemas/api/live-calls.ts';

/** Small, because the socket has its own buffer. */
const BUFFER_BYTES = 1024;

/** An open stream of server-sent events. */
export interface EventStream {
  readonly body: Readable;
  /** Announces changed collections: immediately, or together when the reader catches up. */
  notify(collections: readonly string[]): void;
  /**
   * Sends a comment to keep the connection alive. @returns false if the reader is too far behind
   */
  heartbeat(): boolean;
  end(): void;
}

/** Creates a stream. A slow reader gets fewer events instead of a growing queue, because pending changes are a set of collection names. */
export function createEventStream(): EventStream {
  const pending = new Set<string>();
  let canPush = false;
  const send = (text: string) => (canPush = body.push(text));
  const flush = () => {
    if (!canPush || pending.size === 0) return;
    const notice: ChangeNotice = { collections: [...pending] };
    pending.clear();
    send(`event: changed\ndata: ${JSON.stringify(notice)}\n\n`);
  };
  const body = new Readable({
    highWaterMark: BUFFER_BYTES,
    read() {
      canPush = true;
      flush();
    },
  });

  return {
    body,
    notify(collections) {
      for (const name of collections) pending.add(name);
      flush();
    },
    heartbeat() {
      if (canPush) send(': beat\n\n');
      return canPush;
    },
    end() {
      if (!body.destroyed && !body.readableEnded) body.push(null);
    },
  };
}
