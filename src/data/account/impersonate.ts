import { accessCalls } from '#schemas/api/access-calls.ts';
import type { Services } from '../services.ts';

/**
 * Signs in as another user with the one-time token in the `faker` query parameter (spec 1 §4), or in the fragment,
 * which no server logs. Removes the token from the URL immediately. A rejected token changes nothing. Unless the
 * server's configuration allows impersonation, only tokens of read-only sessions are valid.
 */
export async function impersonate({ transport, session }: Services, address: URL): Promise<void> {
  const fragment = new URLSearchParams(address.hash.slice(1));
  const faker = address.searchParams.get('faker') ?? fragment.get('faker') ?? '';
  address.searchParams.delete('faker');
  if (fragment.has('faker')) address.hash = '';
  history.replaceState(history.state, '', address);
  try {
    const { token, ...account } = await transport.call(accessCalls.startImpersonation, {
      body: { faker },
    });
    session.start({ ...account, emulated: true }, token);
  } catch {
    // Rejected or unreachable: keep the current session, if any.
  }
}
