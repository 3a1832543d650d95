import { CallError } from '../http/call-error.ts';
import type { Transport } from '../http/transport.ts';
import type { HeldLock } from '../ports.ts';

/**
 * The transport of a leader. Before each request and before each answer is used it is checked that this tab still
 * leads: one that was suspended, and is woken after another has taken over, sends nothing twice and writes nothing.
 * @param onLost told when it does not lead any more
 */
export function fencedTransport(
  transport: Transport,
  held: HeldLock | undefined,
  onLost: () => void,
): Transport {
  if (!held) return transport;
  const check = async () => {
    if (await held.isMine()) return;
    onLost();
    throw new CallError('cancelled');
  };
  const within = async <T>(ask: () => Promise<T>): Promise<T> => {
    await check();
    // A failure may be about to be written down, too.
    const answer = await ask().catch(async (error: unknown) => {
      await check();
      throw error;
    });
    await check();
    return answer;
  };
  return {
    ...transport,
    call: (call, input, options) => within(() => transport.call(call, input, options)),
    callAs: (call, input, schema, options) =>
      within(() => transport.callAs(call, input, schema, options)),
  };
}
