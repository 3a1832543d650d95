import { type FastifyInstance } from 'fastify';
import { type Environment } from '../environment.ts';
import { StartError } from '../start-error.ts';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'PORT is taken by another process: stop that one, or set another PORT.',
  EACCES: 'PORT may not be listened on by this account: set one of 1024 or more.',
  EADDRNOTAVAIL: 'HOST is no address of this machine: set one, or 0.0.0.0 for all of them.',
  ENOTFOUND: 'HOST is no address of this machine: set one, or 0.0.0.0 for all of them.',
};

/**
 * Opens the doors.
 * @returns the address
 * Throws `StartError` where it may not have the address or the port.
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
    throw new StartError(reason, { cause: error });
  }
}
