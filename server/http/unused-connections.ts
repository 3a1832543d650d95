import { type Socket } from 'node:net';
import { type FastifyInstance } from 'fastify';

/**
 * Browsers open connections ahead of any request. Node counts those as busy, and a stop would wait for
 * them until their headers are overdue, a minute: they are closed with the stop instead.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
  });
}
