import { type Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

/**
 * Maximum time, in ms, to wait for new connections and for the requests of accepted ones. It's limited, because a busy
 * server gets new connections all the time, and browsers open some that they don't use.
 */
const WAIT_MS = 2000;
const POLL_MS = 20;
/**
 * After this many turns of the event loop without a new connection, none is assumed to be pending. One turn isn't
 * enough, because the first turn might not check for connections.
 */
const QUIET_TURNS = 3;

/**
 * Prepares a server to stop listening without cutting off a connection that a proxy has just opened. Otherwise the
 * proxy would respond with 502, because it doesn't retry requests that change data.
 * @returns a function that stops listening, then waits until each accepted connection has sent a request
 */
export function prepareToDrain(server: Server): () => Promise<void> {
  const unusedSockets = new Set<Socket>();
  let connectionCount = 0;
  server.on('connection', (socket: Socket) => {
    connectionCount += 1;
    unusedSockets.add(socket);
    socket.once('close', () => unusedSockets.delete(socket));
  });
  server.on('request', ({ socket }) => unusedSockets.delete(socket));
  return async () => {
    const deadline = Date.now() + WAIT_MS;
    // Connections still waiting to be accepted would be reset. Each turn of the event loop accepts one.
    let quietTurns = 0;
    while (quietTurns < QUIET_TURNS && Date.now() < deadline) {
      const previouslyAccepted = connectionCount;
      await setImmediate();
      quietTurns = connectionCount > previouslyAccepted ? 0 : quietTurns + 1;
    }
    // `server.close()` would also close the connections that haven't sent a request yet.
    NetServer.prototype.close.call(server);
    while (unusedSockets.size > 0 && Date.now() < deadline) await setTimeout(POLL_MS);
  };
}
