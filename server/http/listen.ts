import { type FastifyInstance } from 'fastify';
import { type Environment } from '../environment.ts';
import { type StartCode, StartError } from '../start-error.ts';

const NOT_HERE = 'HOST is no address of this machine: set one, or 0.0.0.0 for all of them.';
const reasons: Readonly<Record<string, readonly [StartCode, string]>> = {
  EADDRINUSE: [
    'port_unusable',
    'PORT is taken by another process: stop that one, or set another PORT.',
  ],
  EACCES: [
    'port_unusable',
    'This account isn’t allowed to listen on PORT: set it to 1024 or higher.',
  ],
  EADDRNOTAVAIL: ['host_unknown', NOT_HERE],
  ENOTFOUND: ['host_unknown', NOT_HERE],
};

/**
 * Starts listening.
 * @returns the address
 * @throws StartError if the address or port can't be used
 */
export async function listenAt(
  app: FastifyInstance,
  { host, port }: Pick<Environment, 'host' | 'port'>,
): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = reasons[code];
    if (reason === undefined) throw error;
    throw new StartError(...reason, { cause: error });
  }
}
