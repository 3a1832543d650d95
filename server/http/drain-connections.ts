import { type Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

/**
 * Longest wait for new connections and for the requests of accepted ones: a busy server never stops getting
 * connections, and a browser may open one without using it.
 */
const WAIT_MS = 2000;
const POLL_MS = 20;
/** Event-loop turns without a new connection after which none is pending; the first turn may not check for one. */
const QUIET_TURNS = 3;

/**
 * Prepares a server to stop listening without cutting off a connection that a proxy has just opened. The proxy would
 * respond with 502, because it doesn't retry requests that change data.
 * @returns a function that stops listening, then waits until each accepted connection has sent a request
 */
export function prepareToDrain(server: Server): () => Promise<void> {
  const silent = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return async () => {
    const deadline = Date.now() + WAIT_MS;
    // Connections that wait to be accepted would be reset. Each turn of the event loop accepts one.
    for (
      let quietTurns = 0, previouslyAccepted = accepted;
      quietTurns < QUIET_TURNS && Date.now() < deadline;
      quietTurns += 1, previouslyAccepted = accepted
    ) {
      await setImmediate();
      if (accepted > previouslyAccepted) quietTurns = -1;
    }
    // `server.close()` would also close the connections without a request.
    NetServer.prototype.close.call(server);
    while (silent.size > 0 && Date.now() < deadline) await setTimeout(POLL_MS);
  };
}
