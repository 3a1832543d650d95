import { type FastifyInstance } from 'fastify';
import { type Environment } from '../environment.ts';
import { type StartCode, StartError } from '../start-error.ts';

const UNKNOWN_HOST = 'HOST isn’t an address of this machine: set one, or 0.0.0.0 for all of them.';
const reasons: Readonly<Record<string, readonly [StartCode, string]>> = {
  EADDRINUSE: ['port_unusable', 'PORT is in use by another process: stop it, or set another PORT.'],
  EACCES: [
    'port_unusable',
    'This account isn’t allowed to listen on PORT: set it to 1024 or higher.',
  ],
  EADDRNOTAVAIL: ['host_unknown', UNKNOWN_HOST],
  ENOTFOUND: ['host_unknown', UNKNOWN_HOST],
};

/**
 * Starts listening.
 * @param prefix prefix of the settings' names, for the error
 * @returns the address
 * @throws StartError if the address or port can't be used
 */
export async function listenAt(
  app: FastifyInstance,
  { host, port }: Pick<Environment, 'host' | 'port'>,
  prefix: '' | 'CONSOLE_' = '',
): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = reasons[code];
    if (reason === undefined) throw error;
    const [startCode, message] = reason;
    const prefixedMessage = message.replace(/\b(HOST|PORT)\b/g, `${prefix}$1`);
    throw new StartError(startCode, prefixedMessage, { cause: error });
  }
}
