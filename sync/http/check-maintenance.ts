import { configurationCalls } from '#schemas/api/configuration-calls.ts';
import { CallError, isUnreachable } from './call-error.ts';
import type { Connection } from './connectivity.ts';
import type { Session } from './session.ts';
import type { Transport } from './transport.ts';

/**
 * Asks for the configuration, which says whether the server is being maintained (spec 1 §8); signed out there
 * is only the public one. A file of its own, loaded with the first doubt: no start waits for its schemas.
 * @returns null where the configuration says nothing about it
 */
export async function checkMaintenance(
  transport: Pick<Transport, 'call'>,
  session: Pick<Session, 'state'>,
): Promise<Connection | null> {
  const { configuration, publicConfiguration } = configurationCalls;
  const isIn = session.state().name === 'signed_in';
  try {
    await transport.call(isIn ? configuration : publicConfiguration, {}, { budget: 'first' });
    return 'online';
  } catch (error) {
    if (!(error instanceof CallError) || error.code === 'cancelled') return null;
    if (error.code === 'maintenance') return 'maintenance';
    return isUnreachable(error) ? 'offline' : 'online';
  }
}
