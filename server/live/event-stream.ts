import { Readable } from 'node:stream';

/** Small, because the socket has its own buffer. */
const BUFFER_BYTES = 1024;

/** An open stream of server-sent events. */
export interface EventStream {
  readonly body: Readable;
  /** Announces changes by name: immediately, or together when the reader catches up. */
  notify(names: readonly string[]): void;
  /**
   * Sends a comment to keep the connection alive.
   * @returns false if the reader is too far behind
   */
  heartbeat(): boolean;
  end(): void;
}

/**
 * Creates a stream. Slow readers get fewer events instead of a growing queue: pending changes are one set of names.
 * @param toNotice returns the data of an event about these names
 */
export function createEventStream(toNotice: (names: readonly string[]) => object): EventStream {
  const pending = new Set<string>();
  let canPush = false;
  const send = (text: string) => (canPush = body.push(text));
  const flush = () => {
    if (!canPush || pending.size === 0) return;
    const notice = toNotice([...pending]);
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
    notify(names) {
      for (const name of names) pending.add(name);
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
