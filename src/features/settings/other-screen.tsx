import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useSession } from '#src/data/account/use-session.ts';
import { PushSettings } from '#src/features/notifications/actions.ts';
import { Page } from '#src/ui/layout/page.tsx';
import { ErrorReportSetting } from './error-report-setting.tsx';
import { FeedbackSettings } from './feedback-settings.tsx';
import { ScanSettings } from './scan-settings.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { SyncSection } from './sync-section.tsx';

/** `/settings/other`: scanning, storage, sync, signed-in devices, version. */
export function OtherSettingsScreen() {
  const { t } = useLingui();
  const signedIn = useSession().name === 'signed_in';
  usePageTitle(t`Other settings`);
  return (
    <Page title={<Trans>Other settings</Trans>} width="wide">
      <div className="grid grid-cols-1 items-start gap-7 tablet:grid-cols-2 tablet:gap-x-6">
        <div className="space-y-7">
          <ScanSettings />
          <FeedbackSettings />
          {signedIn && <PushSettings />}
          <StorageSection />
          <ErrorReportSetting />
        </div>
        <div className="space-y-7">
          {signedIn && <SyncSection />}
          {signedIn && <SessionsSection />}
          <p className="text-center text-caption text-ink-soft tnum">
            <Trans>Version {__APP_VERSION__}</Trans>
          </p>
        </div>
      </div>
    </Page>
  );
}
