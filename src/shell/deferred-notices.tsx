import { useStorageLost } from '#src/data/account/account-context.tsx';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { useIsClockWrong } from '#src/data/time/use-server-time.ts';
import { HeldStrip, type HeldStripProps } from './held-strip.tsx';
import { NewerDataNotice } from './newer-data-notice.tsx';
import { StorageLostNotice } from './storage-lost-notice.tsx';
import { StoreLostPrompt } from './store-lost-prompt.tsx';
import { WrongClockNotice } from './wrong-clock-notice.tsx';

/**
 * Rare notices above the screen: about the device's storage and its clock, about an older build, and about access that
 * ended while a form is being filled in.
 */
export function DeferredNotices({ isForbidden }: HeldStripProps) {
  const { store, unreadable } = useSyncStatus();
  return (
    <>
      <HeldStrip isForbidden={isForbidden} />
      {useStorageLost() && <StorageLostNotice />}
      {useIsClockWrong() && <WrongClockNotice />}
      {store !== 'well' && <StoreLostPrompt />}
      {Object.keys(unreadable).length > 0 && <NewerDataNotice />}
    </>
  );
}
