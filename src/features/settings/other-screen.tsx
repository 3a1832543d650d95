import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useSession } from '#src/data/account/use-session.ts';
import { PushSettings } from '#src/features/notifications/actions.ts';
import { Page } from '#src/ui/layout/page.tsx';
import { FeedbackSettings } from './feedback-settings.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { SyncSection } from './sync-section.tsx';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { useServices } from '#src/data/services.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { SwitchField } from '#src/ui/fields/switch-field.tsx';
import { Keyboard, ScanLine } from 'lucide-react';
import { RadioCards } from '#src/ui/fields/radio-cards.tsx';
import { oneOf } from './one-of.ts';

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

/** Switch for error reports. Switching it off deletes pending reports. */
function ErrorReportSetting() {
  const { device, errors } = useServices();
  const { errorReports } = useDeviceSettings();
  return (
    <Section title={<Trans>Error reports</Trans>}>
      <Card>
        <SwitchField
          label={<Trans>Send error reports</Trans>}
          description={
            <Trans>
              They say what kind of error it was, where in the app, and in which version and
              browser. Nothing you enter or see is in them.
            </Trans>
          }
          checked={errorReports}
          onValueChange={(on) => {
            device.change({ errorReports: on });
            // The reporter deletes pending reports once consent is withdrawn.
            void errors.reporter().catch(() => undefined);
          }}
        />
      </Card>
    </Section>
  );
}

const links = ['/scan', '/scan/manual'] as const;

/** Chooses camera or typing as the default way to add products. */
function ScanSettings() {
  const { t } = useLingui();
  const { device } = useServices();
  const { addProductLink } = useDeviceSettings();
  return (
    <Section title={<Trans>Scanning</Trans>}>
      <RadioCards
        legend={t`Adding a product begins with`}
        name="add-product"
        value={addProductLink}
        onValueChange={(value) => {
          const link = oneOf(links, value);
          if (link) device.change({ addProductLink: link });
        }}
        options={[
          { value: '/scan', title: t`The camera`, icon: <ScanLine /> },
          { value: '/scan/manual', title: t`Typing the number`, icon: <Keyboard /> },
        ]}
      />
    </Section>
  );
}
