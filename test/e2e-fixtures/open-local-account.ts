import type { LocalAccount } from '#sync/account.ts';
import type { Services } from '#src/data/services.ts';
import { markScreenVisible } from '#src/ui/feedback/block-reveal.ts';

/**
 * Opens the signed-in person's local database on a page without a screen.
 * @throws Error if no one is signed in, or if the database can't be opened
 */
export async function openLocalAccount({
  session,
  accounts,
}: Pick<Services, 'session' | 'accounts'>): Promise<LocalAccount> {
  // Sync waits for the first screen, and this page has none.
  markScreenVisible();
  const state = session.state();
  if (state.name !== 'signed_in') throw new Error('No one is signed in.');
  accounts.open(state.account);
  return new Promise<LocalAccount>((resolve, reject) => {
    const check = () => {
      const current = accounts.current();
      if (current.name === 'open') resolve(current.account);
      if (current.name === 'failed') reject(new Error(current.code));
    };
    accounts.subscribe(check);
    check();
  });
}
