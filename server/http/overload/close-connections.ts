import { type IncomingMessage } from 'node:http';
import { type Socket } from 'node:net';
import { type FastifyInstance } from 'fastify';

/** Time for a partly received request to arrive. */
const ARRIVAL_MS = 3_000;
/** Time to finish responses; then all connections are closed. */
const ANSWER_MS = 10_000;

/**
 * Closes connections at shutdown. Node waits for every connection that isn't idle, including ones that may
 * never end: opened
 * ahead by a browser, half a header or body, a client that doesn't read.
 */
export function closeConnectionsOnStop(app: FastifyInstance): void {
  /** Current request of each connection; null before the first and between two. */
  const requests = new Map<Socket, IncomingMessage | null>();
  app.server.on('connection', (socket) => {
    requests.set(socket, null);
    socket.once('close', () => requests.delete(socket));
  });
  app.server.on('request', (request, response) => {
    requests.set(request.socket, request);
    response.once('close', () => {
      if (requests.get(request.socket) === request) requests.set(request.socket, null);
    });
  });
  const timers: NodeJS.Timeout[] = [];
  const destroy = (isOver: (socket: Socket, request: IncomingMessage | null) => boolean) => {
    for (const [socket, request] of requests) if (isOver(socket, request)) socket.destroy();
  };
  app.addHook('preClose', async () => {
    destroy(({ bytesRead }) => bytesRead === 0);
    timers.push(
      setTimeout(() => destroy((_socket, request) => request?.complete !== true), ARRIVAL_MS),
      setTimeout(() => destroy(() => true), ANSWER_MS),
    );
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
}
