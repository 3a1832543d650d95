import { accountCalls } from '#schemas/api/account-calls.ts';
import type { ResultOf } from '#schemas/api/call.ts';
import type { AccountIdentity } from '../http/session.ts';
import type { Transport } from '../http/transport.ts';

/** The picture of the person's profile, kept with the account: it is there offline, and goes with it. */
export type Avatar = ResultOf<typeof accountCalls.avatar>;

/** Fetches the picture. A file of its own: it is loaded only when there is one to be fetched. @throws CallError */
export function fetchAvatar(transport: Transport, identity: AccountIdentity): Promise<Avatar> {
  const asked = { params: { id: identity.user_id } };
  return transport.call(accountCalls.avatar, asked, {
    userId: identity.user_id,
    budget: 'in_turn',
  });
}
