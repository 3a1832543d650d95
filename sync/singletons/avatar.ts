import { accountCalls } from '#schemas/api/account-calls.ts';
import type { ResultOf } from '#schemas/api/call.ts';
import type { AccountIdentity } from '../http/session.ts';
import type { Transport } from '../http/transport.ts';

/** The profile picture, stored with the account: available offline, and deleted with it. */
export type Avatar = ResultOf<typeof accountCalls.getAvatar>;

/**
 * Fetches the profile picture. In a separate file, loaded only when there is one to fetch.
 * @throws CallError
 */
export function fetchAvatar(transport: Transport, identity: AccountIdentity): Promise<Avatar> {
  const request = { params: { id: identity.user_id } };
  return transport.call(accountCalls.getAvatar, request, {
    userId: identity.user_id,
    budget: 'in_turn',
  });
}
