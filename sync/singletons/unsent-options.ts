import { accountCalls } from '#schemas/api/account-calls.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import { mergeOptions, parseOptions } from '#schemas/person-rules.ts';
import { CallError } from '../http/call-error.ts';
import type { SingletonOptions, SingletonStore } from './singleton-values.ts';

/** Applies the unsent options to the user that the server returned. */
export function withUnsentOptions(self: InstallerUser, unsentOptions: string): InstallerUser {
  return { ...self, options: mergeOptions(self.options, unsentOptions) };
}

/**
 * Saves the user's options locally, so that they take effect before the server has them.
 * @throws SyncError
 */
export async function saveOptions(store: SingletonStore, options: string): Promise<void> {
  const unsentOptions = (await store.read('waitingOptions')) ?? '{}';
  const mergedOptions = { ...parseOptions(unsentOptions), ...parseOptions(options) };
  await store.save('waitingOptions', JSON.stringify(mergedOptions));
  await store.markChanged();
  const self = await store.read('self');
  if (self) await store.save('self', await store.withUnsentOptions(self));
}

/**
 * Sends saved options to the server; drops options that the server rejects.
 * @throws CallError
 */
export async function sendOptions(
  store: SingletonStore,
  { transport, identity }: Pick<SingletonOptions, 'transport' | 'identity'>,
): Promise<void> {
  const options = await store.read('waitingOptions');
  if (options === null) return;
  const request = { params: { id: identity.user_id }, body: { options } };
  const { user_id: userId } = identity;
  const self = await transport
    .call(accountCalls.updateUser, request, { userId })
    .catch((error: unknown) => {
      if (error instanceof CallError && rejectionCodes.has(error.code)) return null;
      throw error;
    });
  if ((await store.read('waitingOptions')) === options) await store.save('waitingOptions', null);
  await store.markChanged();
  // For the signed-in user, the call returns the full user, not a team member.
  if (self && 'company' in self) await store.save('self', await store.withUnsentOptions(self));
}
const rejectionCodes: ReadonlySet<string> = new Set(['invalid_input', 'payload_too_large']);
