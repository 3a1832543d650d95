import { once } from 'node:events';
import { connect } from 'node:net';

/** A TCP connection on which a test controls every byte, for incomplete requests. */
export interface RawConnection {
  send(text: string | Uint8Array): Promise<void>;
  /** Returns the data received so far. */
  received(): string;
  /** Waits for a response status; null if the connection ended without one. */
  status(): Promise<number | null>;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
  /** Stops reading. */
  pause(): void;
  /** Resets the connection. */
  destroy(): void;
}

/** @param address a listening server's, e.g. `http://127.0.0.1:8080` */
export async function rawConnection(address: string): Promise<RawConnection> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let receivedText = '';
  const { promise: closedConnection, resolve: close } = Promise.withResolvers<void>();
  const listeners = new Set<() => void>();
  socket.on('data', (chunk: Buffer) => {
    receivedText += chunk.toString('latin1');
    for (const notify of listeners) notify();
  });
  // Depending on the operating system, the connection ends or is reset.
  socket.on('error', () => undefined);
  for (const event of ['end', 'close']) socket.on(event, () => close());
  await once(socket, 'connect');
  return {
    async send(text) {
      // A failed write also ends the connection, which `closed` reports.
      const nextDrain = () => once(socket, 'drain').catch(() => undefined);
      if (!socket.write(text)) await Promise.race([nextDrain(), closedConnection]);
    },
    received: () => receivedText,
    async status() {
      const headReceived = new Promise<void>((resolve) => {
        const notify = () => receivedText.includes('\r\n\r\n') && resolve();
        listeners.add(notify);
        notify();
      });
      await Promise.race([headReceived, closedConnection]);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(receivedText)?.[1];
      return status === undefined ? null : Number(status);
    },
    closed: closedConnection,
    pause: () => void socket.pause(),
    destroy: () => socket.destroy(),
  };
}

/** Builds the header lines of a request. */
export function requestHead(
  request: string,
  headers: Record<string, string | number> = {},
): string {
  const lines = Object.entries({ host: 'club.test', ...headers });
  return `${request} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
