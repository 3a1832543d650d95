import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection on which a test says exactly what it wants, however little of a request that is. */
export interface RawConnection {
  send(text: string | Uint8Array): Promise<void>;
  /** What has come back so far. */
  said(): string;
  /** Waits for the status of an answer; null when the connection ended without one. */
  status(): Promise<number | null>;
  /** Waits for the end of the connection. */
  readonly closed: Promise<void>;
  /** Reads nothing more. */
  pause(): void;
  /** Breaks it off. */
  break(): void;
}

/** @param address of a listening server, `http://127.0.0.1:8080` */
export async function rawConnection(address: string): Promise<RawConnection> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let said = '';
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const waiting = new Set<() => void>();
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString('latin1');
    for (const look of waiting) look();
  });
  // Whether it is ended or reset is the operating system's question.
  socket.on('error', () => undefined);
  for (const event of ['end', 'close']) socket.on(event, () => close());
  await once(socket, 'connect');
  return {
    async send(text) {
      // What can't be sent any more ends the connection, which says so itself.
      const drained = () => once(socket, 'drain').catch(() => undefined);
      if (!socket.write(text)) await Promise.race([drained(), closed]);
    },
    said: () => said,
    async status() {
      const heard = new Promise<void>((resolve) => {
        const look = () => said.includes('\r\n\r\n') && resolve();
        waiting.add(look);
        look();
      });
      await Promise.race([heard, closed]);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(said)?.[1];
      return status === undefined ? null : Number(status);
    },
    closed,
    pause: () => void socket.pause(),
    break: () => socket.destroy(),
  };
}

/** The lines before a body. */
export function requestHead(
  request: string,
  headers: Record<string, string | number> = {},
): string {
  const lines = Object.entries({ host: 'club.test', ...headers });
  return `${request} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
