import { accountCalls } from '#schemas/api/account-calls.ts';
import type { ResultOf } from '#schemas/api/call.ts';
import type { AccountIdentity } from '../http/session.ts';
import type { Transport } from '../http/transport.ts';

/** The profile picture. It's stored with the account's data, so it's available offline and deleted with that data. */
export type Avatar = ResultOf<typeof accountCalls.getAvatar>;

/**
 * Fetches the profile picture. This code is in a separate file that is loaded only when there is a picture to fetch.
 * @throws CallError
 */
export function fetchAvatar(transport: Transport, identity: AccountIdentity): Promise<Avatar> {
  const request = { params: { id: identity.user_id } };
  return transport.call(accountCalls.getAvatar, request, {
    userId: identity.user_id,
    budget: 'in_turn',
  });
}
