import { type Socket } from 'node:net';
import { type FastifyInstance } from 'fastify';

/** Time in which started requests can finish. After this time, all connections are closed. */
const DRAIN_MS = 10_000;

/**
 * Closes connections at shutdown. Node waits for every connection that isn't idle, and some of them might never end:
 * those that a browser opened in advance, those with an incomplete header or body, and those whose client doesn't read
 * the response.
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
