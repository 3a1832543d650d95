import { type Socket } from 'node:net';
import { type FastifyInstance } from 'fastify';

/** Time to finish started requests; then all connections are closed. */
const DRAIN_MS = 10_000;

/**
 * Closes connections at shutdown. Node waits for every connection that isn't idle, including ones that may never end:
 * preconnected by a browser, with half a header or body, or with a client that doesn't read.
 */
export function closeConnectionsOnStop(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  });
  app.addHook('onClose', async () => clearTimeout(timer));
}
