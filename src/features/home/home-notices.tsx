import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useDebouncedConnection, useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Banner } from '#src/ui/banner.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import { useFirstSight } from '#src/ui/first-sight.ts';
import { unsentNotice } from './unsent-notice.ts';

/** What the person should know first: no network, work that waits, work that was refused. */
export function HomeNotices() {
  return (
    <div className="space-y-3 empty:hidden">
      <OfflineNotice />
      <UnsentBanner />
    </div>
  );
}

function OfflineNotice() {
  const connection = useDebouncedConnection();
  const { firstPullDone } = useSyncStatus();
  if (connection === 'online') return null;
  return (
    <Banner
      tone="offline"
      live="polite"
      title={
        connection === 'offline' ? (
          <Trans>You are offline</Trans>
        ) : (
          <Trans>The service is under maintenance</Trans>
        )
      }
    >
      {firstPullDone ? (
        <Trans>
          Keep scanning. Everything is saved on this phone and sent when you are online.
        </Trans>
      ) : (
        <Trans>Your points and projects appear here once you are online.</Trans>
      )}
    </Banner>
  );
}

function UnsentBanner() {
  const { t } = useLingui();
  const { unsent, progress } = useSyncStatus();
  useFirstSight(unsent === null);
  const notice = unsentNotice(unsent);
  if (notice.tone === 'none') return null;
  if (notice.tone === 'captured') return <CapturedBanner count={notice.count} />;
  const isRefused = notice.tone === 'refused';
  return (
    <Banner
      tone={isRefused ? 'bad' : 'info'}
      live="polite"
      title={
        isRefused ? (
          <Plural value={notice.count} one="# item was refused" other="# items were refused" />
        ) : (
          <Plural
            value={notice.count}
            one="# item is not sent yet"
            other="# items are not sent yet"
          />
        )
      }
      action={
        <LinkButton variant="secondary" {...linkTo(paths.scanOffline())}>
          {isRefused ? <Trans>See why</Trans> : <Trans>Show them</Trans>}
        </LinkButton>
      }
    >
      {isRefused && notice.waiting > 0 && (
        <p>
          <Plural
            value={notice.waiting}
            one="# more is not sent yet."
            other="# more are not sent yet."
          />
        </p>
      )}
      {notice.captured > 0 && (
        <p>
          <Plural
            value={notice.captured}
            one="# product is in no project yet."
            other="# products are in no project yet."
          />
        </p>
      )}
      {progress && (
        <ProgressBar
          label={t`Sending`}
          value={progress.done}
          max={progress.total}
          countText={t`${progress.done} of ${progress.total} sent`}
        />
      )}
    </Banner>
  );
}

/** Scanned, and waiting for nothing but the person: which project they belong to. */
function CapturedBanner({ count }: { count: number }) {
  return (
    <Banner
      tone="info"
      live="polite"
      title={
        <Plural
          value={count}
          one="# product is in no project yet"
          other="# products are in no project yet"
        />
      }
      action={
        <LinkButton variant="secondary" {...linkTo(paths.scanReview())}>
          <Trans>Choose a project</Trans>
        </LinkButton>
      }
    >
      <Plural
        value={count}
        one="It is sent once you have put it into one."
        other="They are sent once you have put them into one."
      />
    </Banner>
  );
}
