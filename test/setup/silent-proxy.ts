import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/** A TCP proxy before a PostgreSQL, and what can go wrong on such a way. */
export interface SilentProxy {
  /** The database's address, by way of the proxy. */
  readonly url: string;
  /** From now on nothing more comes through the connections there are. None is closed, all is taken. */
  readonly swallow: () => void;
  /** Nobody answers there any more. */
  readonly close: () => Promise<void>;
  /** All is as in the beginning. */
  readonly open: () => Promise<void>;
}

/** @param target the address of the database */
export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(targetPort), hostname);
    near.pipe(far).pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
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
    swallow() {
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
