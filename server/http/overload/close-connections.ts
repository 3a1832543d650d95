import { type IncomingMessage } from 'node:http';
import { type Socket } from 'node:net';
import { type FastifyInstance } from 'fastify';

/** A request that has begun to come may still come whole for so long. */
const ARRIVAL_MS = 3_000;
/** Whoever has asked may be answered for so long; then the stop goes on without them. */
const ANSWER_MS = 10_000;

/**
 * At a stop Node waits for every connection that is not idle, and counts as busy what may never end: one
 * that a browser opened ahead of any request, half a header, half a body, a reader that takes nothing.
 */
export function closeConnectionsOnStop(app: FastifyInstance): void {
  /** Each with the request that it is on; null before the first and between two. */
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
