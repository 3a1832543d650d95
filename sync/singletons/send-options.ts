import { accountCalls } from '#schemas/api/account-calls.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import type { AccountIdentity } from '../http/session.ts';
import type { Transport } from '../http/transport.ts';

/** Tells the server options that were noted here. A file of its own: there seldom are any. @throws CallError */
export function sendOptions(
  transport: Transport,
  identity: AccountIdentity,
  options: string,
): Promise<InstallerUser> {
  const asked = { params: { id: identity.user_id }, body: { options } };
  return transport.call(accountCalls.updateUser, asked, { userId: identity.user_id });
}
