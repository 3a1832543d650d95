import { Trans } from '@lingui/react/macro';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { NoticeSlot } from './notice-slot.tsx';

/** Shown during an impersonated session (spec 1 §1). */
export function ImpersonationNotice({ isReadOnly }: { isReadOnly: boolean }) {
  return (
    <NoticeSlot>
      <Banner tone="warn" title={<Trans>You’re viewing the app as someone else</Trans>}>
        {isReadOnly ? (
          <Trans>You can look at everything, but changes are rejected. Sign out to stop.</Trans>
        ) : (
          <Trans>Anything you do here is done in their name. Sign out to stop.</Trans>
        )}
      </Banner>
    </NoticeSlot>
  );
}
