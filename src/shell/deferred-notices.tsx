import { useStorageLost } from '#src/data/account/account-context.tsx';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { useIsClockWrong } from '#src/data/time/use-server-time.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { LockKeyhole } from 'lucide-react';
import { useIsSessionOver } from '#src/data/account/use-session.ts';
import {
  useHasUnsavedForm,
  isFormTouched,
  useIsFormTouched,
} from '#src/data/drafts/unsaved-forms.ts';
import { hrefOf, paths } from '#src/app/paths.ts';
import { NoticeStrip } from '#src/ui/layout/notice-strip.tsx';
import { useState, useEffect } from 'react';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { NoticeSlot } from './notice-slot.tsx';
import { Button } from '#src/ui/button.tsx';
import { useAppUpdate } from './app-update.ts';
import { reloadWhenIdle } from './behaviour/reload-when-idle.ts';

/**
 * Notices above the screen that are shown so rarely that they are loaded on demand. They are about lost storage, a
 * wrong clock, an outdated build, and access that ended while a form had input.
 */
export function DeferredNotices({ isForbidden }: EndedAccessStripProps) {
  const { store, unreadable } = useSyncStatus();
  return (
    <>
      <EndedAccessStrip isForbidden={isForbidden} />
      {useStorageLost() && <StorageLostNotice />}
      {useIsClockWrong() && <WrongClockNotice />}
      {store !== 'healthy' && <StoreLostPrompt />}
      {Object.keys(unreadable).length > 0 && <NewerDataNotice />}
    </>
  );
}

interface EndedAccessStripProps {
  /** True if the user no longer has access to the screen. */
  isForbidden: boolean;
}

/**
 * Tells the user that the session or the access has ended. The screen stays, because a form has input. The sign-in page
 * opens in a new tab, and once the same user has signed in there, they can continue here.
 */
function EndedAccessStrip({ isForbidden }: EndedAccessStripProps) {
  const isSessionOver = useIsSessionOver();
  const isTouched = useIsFormTouched();
  if (!isTouched || !(isSessionOver || isForbidden)) return null;
  return (
    <div role="status" className="ps-(--rail-inline)">
      <NoticeStrip>
        <LockKeyhole aria-hidden="true" />
        <span>
          {isSessionOver ? (
            <Trans>You’ve been signed out</Trans>
          ) : (
            <Trans>This isn’t available to your account</Trans>
          )}
          {' · '}
          <Trans>We’ve kept what you entered.</Trans>{' '}
          {isSessionOver && (
            <a
              href={hrefOf(paths.login())}
              target="_blank"
              rel="noreferrer"
              className="font-semibold underline"
            >
              <Trans>Sign in again</Trans>
            </a>
          )}
        </span>
      </NoticeStrip>
    </div>
  );
}

/** Tells the user that the browser deleted the app's data (F20). */
function StorageLostNotice() {
  const { t } = useLingui();
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <NoticeSlot>
      <Banner
        tone="warn"
        live="polite"
        title={<Trans>This browser cleared the app’s data</Trans>}
        onDismiss={() => setIsDismissed(true)}
        dismissLabel={t`Dismiss`}
      >
        <Trans>
          Everything you sent is being restored. Products that hadn’t been sent are lost. Check your
          latest projects.
        </Trans>
      </Banner>
    </NoticeSlot>
  );
}

/** Tells the user that the device's date is wrong. In the meantime, the app uses the server's date. */
function WrongClockNotice() {
  const { t } = useLingui();
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <NoticeSlot>
      <Banner
        tone="warn"
        live="polite"
        title={<Trans>The date on this device is wrong</Trans>}
        onDismiss={() => setIsDismissed(true)}
        dismissLabel={t`Dismiss`}
      >
        <Trans>
          We’re using the date from the server. Open your device settings and set the date and time
          automatically.
        </Trans>
      </Banner>
    </NoticeSlot>
  );
}

/** Tells the user that some of the server's data needs a newer build (F15), and offers to update. */
function NewerDataNotice() {
  const { t } = useLingui();
  const update = useAppUpdate();
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <NoticeSlot>
      <Banner
        tone="info"
        live="polite"
        title={<Trans>Some of your data needs a newer version of the app</Trans>}
        onDismiss={() => setIsDismissed(true)}
        dismissLabel={t`Dismiss`}
        action={
          // A reload also checks for a newer version.
          <Button
            variant="secondary"
            onClick={update.isReady ? update.apply : () => location.reload()}
          >
            <Trans>Update now</Trans>
          </Button>
        }
      >
        <Trans>Until you update, it won’t appear in your lists. Nothing is lost.</Trans>
      </Banner>
    </NoticeSlot>
  );
}

/**
 * Asks the user to reload, because the database doesn't respond, or because its connection was lost in the background
 * and didn't recover (F22).
 */
function StoreLostPrompt() {
  const { t } = useLingui();
  // iOS doesn't ask before a reload discards an edited form.
  const isEditing = useHasUnsavedForm();
  const isLost = useSyncStatus().store === 'lost';
  useEffect(
    () =>
      isLost
        ? reloadWhenIdle({
            page: document,
            memory: sessionStorage,
            now: Date.now,
            isIdle: () => !isFormTouched.current() && !navigator.userActivation?.isActive,
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
        title={<Trans>The app can’t use this phone’s storage</Trans>}
        action={
          <Button
            onClick={() => location.reload()}
            disabledReason={isEditing && t`Save or discard your changes first.`}
          >
            <Trans>Reload app</Trans>
          </Button>
        }
      >
        <Trans>
          Your saved work stays on this phone. You can’t save new work until you reload.
        </Trans>
      </Banner>
    </NoticeSlot>
  );
}
