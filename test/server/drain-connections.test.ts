import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareToDrain } from '#server/http/drain-connections.ts';

const COUNT = 40;

let server: Server;
let port: number;
let drain: () => Promise<void>;
beforeEach(async () => {
  server = createServer((_request, response) => {
    response.setHeader('connection', 'close').end('served');
  });
  drain = prepareToDrain(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** Opens a connection without sending a request. */
const openSocket = () => connect(port, '127.0.0.1');
const REQUEST = 'GET / HTTP/1.1\r\nhost: club\r\n\r\n';

test('connections that are waiting to be accepted are served', async () => {
  const responses = Array.from({ length: COUNT }, () => {
    const socket = openSocket();
    socket.write(REQUEST);
    return text(socket);
  });
  await once(server, 'connection');
  await drain();
  expect(server.listening).toBe(false);
  expect(
    (await Promise.all(responses)).filter((response) => response.includes('served')),
  ).toHaveLength(COUNT);
});

test('an accepted connection can still send its request after the last connection was accepted', async () => {
  const socket = openSocket();
  await once(server, 'connection');
  const draining = drain();
  await expect.poll(() => server.listening).toBe(false);
  await expect(once(openSocket(), 'connect')).rejects.toThrow('ECONNREFUSED');
  socket.write(REQUEST);
  expect(await text(socket)).toContain('served');
  await draining;
});

test('a connection that never sends a request doesn’t delay the stop', async () => {
  const socket = openSocket();
  await once(server, 'connection');
  await drain();
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});
