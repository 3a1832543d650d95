import { useStorageLost } from '#src/data/account/account-context.tsx';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { NewerDataNotice } from './newer-data-notice.tsx';
import { StorageLostNotice } from './storage-lost-notice.tsx';
import { StoreLostPrompt } from './store-lost-prompt.tsx';

/** What hardly anybody is ever told, above the screen: of the device's storage, and of an older build. */
export function SeldomNotices() {
  const { store, unreadable } = useSyncStatus();
  return (
    <>
      {useStorageLost() && <StorageLostNotice />}
      {store !== 'well' && <StoreLostPrompt />}
      {Object.keys(unreadable).length > 0 && <NewerDataNotice />}
    </>
  );
}
