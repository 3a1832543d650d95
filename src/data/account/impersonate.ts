import { accessCalls } from '#schemas/api/access-calls.ts';
import type { Services } from '../services.ts';

/**
 * Looks at the app as somebody else, by the `faker` parameter of the address (spec 1 §4). The token
 * leaves the address at once; the server takes it once, and only where its configuration allows it. One
 * that it will not take changes nothing.
 */
export async function impersonate({ transport, session }: Services, address: URL): Promise<void> {
  const faker = address.searchParams.get('faker') ?? '';
  address.searchParams.delete('faker');
  history.replaceState(history.state, '', address);
  try {
    const { token, ...account } = await transport.call(accessCalls.emulate, { body: { faker } });
    session.start({ ...account, emulated: true }, token);
  } catch {
    // Refused, or nobody answered: whoever is signed in stays, everybody else sees the login.
  }
}
