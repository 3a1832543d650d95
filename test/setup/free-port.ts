import { createServer } from 'node:net';

/**
 * Returns a free TCP port of the loopback interface. It is below 32768, where Linux takes ports for
 * outgoing connections: one of those could take the port before the caller listens.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
