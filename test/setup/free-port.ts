import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns a free TCP port of the loopback interface. It is below 32768, where Linux takes ports for
 * outgoing connections: one of those could take the port before the caller listens.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(12_000, 32_768);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
