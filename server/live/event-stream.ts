import { Readable } from 'node:stream';

/** Size of the stream's buffer. It's small, because the socket has its own buffer. */
const BUFFER_BYTES = 1024;

/** An open stream of server-sent events. */
export interface EventStream {
  readonly body: Readable;
  /** Announces changes by name. If the reader is behind, they are announced together once it has caught up. */
  notify(names: readonly string[]): void;
  /**
   * Sends a comment to keep the connection alive.
   * @returns false if the reader is too far behind
   */
  heartbeat(): boolean;
  end(): void;
}

/**
 * Creates a stream. For slow readers, pending changes are collected in a set of names. So these readers get fewer
 * events, and no queue grows.
 * @param toNotice returns the data of an event about these names
 */
export function createEventStream(toNotice: (names: readonly string[]) => object): EventStream {
  const pendingNames = new Set<string>();
  let canPush = false;
  const send = (text: string) => (canPush = body.push(text));
  const flush = () => {
    if (!canPush || pendingNames.size === 0) return;
    const notice = toNotice([...pendingNames]);
    pendingNames.clear();
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
      for (const name of names) pendingNames.add(name);
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
