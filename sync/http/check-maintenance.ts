import { configurationCalls } from '#schemas/api/configuration-calls.ts';
import { CallError, isUnreachable } from './call-error.ts';
import type { Connection } from './connectivity.ts';
import type { Session } from './session.ts';
import type { Transport } from './transport.ts';

/**
 * Fetches the configuration, or the public one when signed out. Its response reports maintenance (spec 1 §8). This code
 * is in a separate file that is loaded on demand, so that the start doesn't wait for its schemas.
 * @returns the connection's state; null if it's still unknown
 */
export async function checkMaintenance(
  transport: Pick<Transport, 'call'>,
  session: Pick<Session, 'state'>,
): Promise<Connection | null> {
  const { getConfiguration, getPublicConfiguration } = configurationCalls;
  const isSignedIn = session.state().name === 'signed_in';
  try {
    await transport.call(
      isSignedIn ? getConfiguration : getPublicConfiguration,
      {},
      { budget: 'first' },
    );
    return 'online';
  } catch (error) {
    if (!(error instanceof CallError) || error.code === 'cancelled') return null;
    if (error.code === 'maintenance') return 'maintenance';
    return isUnreachable(error) ? 'offline' : 'online';
  }
}
