import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { isFormTouched } from '#src/data/drafts/unsaved-forms.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { NoticeSlot } from './notice-slot.tsx';
import { reloadWhenIdle } from './behaviour/reload-when-idle.ts';

/** The storage does not answer, or its connection was lost in the background and did not come back (F22). */
export function StoreLostPrompt() {
  const isLost = useSyncStatus().store === 'lost';
  useEffect(
    () =>
      isLost
        ? reloadWhenIdle({
            page: document,
            memory: sessionStorage,
            now: Date.now,
            isAtRest: () => !isFormTouched.current() && !navigator.userActivation?.isActive,
            reload: () => location.reload(),
          })
        : undefined,
    [isLost],
  );
  return (
    <NoticeSlot>
      <Banner
        tone="bad"
        live="assertive"
        title={<Trans>The storage of this phone does not answer</Trans>}
        action={
          <Button onClick={() => location.reload()}>
            <Trans>Reload the app</Trans>
          </Button>
        }
      >
        <Trans>What you saved stays on this phone. New work can't be saved until you reload.</Trans>
      </Banner>
    </NoticeSlot>
  );
}
