import { accountCalls } from '#schemas/api/account-calls.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import { mergedOptions, readOptions } from '#schemas/person-rules.ts';
import { CallError } from '../http/call-error.ts';
import type { SingletonStore, SingletonOptions } from './singleton-commands.ts';

/** Adds options that the server doesn't have yet to the server's user. */
export function withWaitingOptions(self: InstallerUser, waiting: string): InstallerUser {
  return { ...self, options: mergedOptions(self.options, waiting) };
}

/**
 * Saves the user's options locally, so that they take effect before the server has them.
 * @throws SyncError
 */
export async function saveOptions(kept: SingletonStore, options: string): Promise<void> {
  const waiting = (await kept.read('waitingOptions')) ?? '{}';
  const all = { ...readOptions(waiting), ...readOptions(options) };
  await kept.keep('waitingOptions', JSON.stringify(all));
  kept.note();
  const self = await kept.read('self');
  if (self) await kept.keep('self', await kept.laidOver(self));
}

/** Sends saved options to the server; drops them if it rejects them. @throws CallError */
export async function sendOptions(
  kept: SingletonStore,
  { transport, identity }: Pick<SingletonOptions, 'transport' | 'identity'>,
): Promise<void> {
  const options = await kept.read('waitingOptions');
  if (options === null) return;
  const asked = { params: { id: identity.user_id }, body: { options } };
  const { user_id: userId } = identity;
  const self = await transport
    .call(accountCalls.updateUser, asked, { userId })
    .catch((error: unknown) => {
      if (error instanceof CallError && refusals.has(error.code)) return null;
      throw error;
    });
  if ((await kept.read('waitingOptions')) === options) await kept.keep('waitingOptions', null);
  kept.note();
  // Changing oneself returns the full user, not a team member.
  if (self && 'company' in self) await kept.keep('self', await kept.laidOver(self));
}
const refusals: ReadonlySet<string> = new Set(['invalid_input', 'payload_too_large']);
