import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/** TCP proxy in front of PostgreSQL that can simulate network faults. */
export interface SilentProxy {
  /** Database URL through the proxy. */
  readonly url: string;
  /** Stops forwarding data on current connections without closing them. */
  readonly dropTraffic: () => void;
  /** Stops accepting connections. */
  readonly close: () => Promise<void>;
  /** Restores normal operation. */
  readonly open: () => Promise<void>;
}

/** @param target address of the database */
export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(targetPort), hostname);
    client.pipe(upstream).pipe(client);
    for (const [socket, peer] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => peer.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
  });
  let port = 0;
  const open = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address === 'object' && address !== null) ({ port } = address);
  };
  await open();
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    open,
    dropTraffic() {
      for (const socket of sockets) socket.unpipe().resume();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
