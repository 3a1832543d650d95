import { useStorageLost } from '#src/data/account/account-context.tsx';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { HeldStrip, type HeldStripProps } from './held-strip.tsx';
import { NewerDataNotice } from './newer-data-notice.tsx';
import { StorageLostNotice } from './storage-lost-notice.tsx';
import { StoreLostPrompt } from './store-lost-prompt.tsx';

/**
 * What hardly anybody is ever told, above the screen: of the device's storage, of an older build, and of what was
 * taken from somebody who is filling in something.
 */
export function SeldomNotices({ isForbidden }: HeldStripProps) {
  const { store, unreadable } = useSyncStatus();
  return (
    <>
      <HeldStrip isForbidden={isForbidden} />
      {useStorageLost() && <StorageLostNotice />}
      {store !== 'well' && <StoreLostPrompt />}
      {Object.keys(unreadable).length > 0 && <NewerDataNotice />}
    </>
  );
}
