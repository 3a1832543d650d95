import { useStorageLost } from '#src/data/account/account-context.tsx';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { useIsClockWrong } from '#src/data/time/use-server-time.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { LockKeyhole } from 'lucide-react';
import { useIsSessionOver } from '#src/data/account/use-session.ts';
import { useIsFormTouched, isFormTouched } from '#src/data/drafts/unsaved-forms.ts';
import { paths } from '#src/app/paths.ts';
import { NoticeStrip } from '#src/ui/layout/notice-strip.tsx';
import { useState, useEffect } from 'react';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { NoticeSlot } from './notice-slot.tsx';
import { Button } from '#src/ui/button.tsx';
import { useAppUpdate } from './app-update.ts';
import { reloadWhenIdle } from './behaviour/reload-when-idle.ts';

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

interface HeldStripProps {
  /** Whether the screen is not for this person any more. */
  isForbidden: boolean;
}

/**
 * Says what has ended while somebody fills in something, which the screen is kept for. The sign-in opens beside it:
 * with the same person there, everything goes on here.
 */
function HeldStrip({ isForbidden }: HeldStripProps) {
  const isOver = useIsSessionOver();
  const isTouched = useIsFormTouched();
  if (!isTouched || !(isOver || isForbidden)) return null;
  return (
    <div role="status" className="ps-(--rail-inline)">
      <NoticeStrip>
        <LockKeyhole aria-hidden="true" />
        <span>
          {isOver ? (
            <Trans>Your session has ended</Trans>
          ) : (
            <Trans>This is not available to your account</Trans>
          )}
          {' · '}
          <Trans>What you have entered stays here.</Trans>{' '}
          {isOver && (
            <a
              href={paths.login()}
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

/** Says honestly that the browser threw the app's data away (F20). */
function StorageLostNotice() {
  const { t } = useLingui();
  const [read, setRead] = useState(false);
  if (read) return null;
  return (
    <NoticeSlot>
      <Banner
        tone="warn"
        live="polite"
        title={<Trans>This browser cleared the app's data</Trans>}
        onDismiss={() => setRead(true)}
        dismissLabel={t`Dismiss`}
      >
        <Trans>
          What had been sent is loaded again. Scans that had not been sent from this phone are lost.
          Check your latest projects.
        </Trans>
      </Banner>
    </NoticeSlot>
  );
}

/** Says that the device's date is wrong, and how to correct it; the app uses the server's date meanwhile. */
function WrongClockNotice() {
  const { t } = useLingui();
  const [read, setRead] = useState(false);
  if (read) return null;
  return (
    <NoticeSlot>
      <Banner
        tone="warn"
        live="polite"
        title={<Trans>The date on this device is wrong</Trans>}
        onDismiss={() => setRead(true)}
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

/** Says that the server has data which only a newer build can show (F15), and offers that build. */
function NewerDataNotice() {
  const { t } = useLingui();
  const update = useAppUpdate();
  const [read, setRead] = useState(false);
  if (read) return null;
  return (
    <NoticeSlot>
      <Banner
        tone="info"
        live="polite"
        title={<Trans>Some of your data needs a newer version of the app</Trans>}
        onDismiss={() => setRead(true)}
        dismissLabel={t`Dismiss`}
        action={
          // A reload asks for a newer version too.
          <Button
            variant="secondary"
            onClick={update.ready ? update.apply : () => location.reload()}
          >
            <Trans>Update now</Trans>
          </Button>
        }
      >
        <Trans>Until then it is missing from your lists. Nothing of it is lost.</Trans>
      </Banner>
    </NoticeSlot>
  );
}

/** The storage does not answer, or its connection was lost in the background and did not come back (F22). */
function StoreLostPrompt() {
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
