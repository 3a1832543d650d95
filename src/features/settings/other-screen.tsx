import { Trans, useLingui } from '@lingui/react/macro';
import { Keyboard, ScanLine, CloudUpload } from 'lucide-react';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useSession } from '#src/data/account/use-session.ts';
import { playHaptic, canVibrate } from '#src/data/device/haptics-and-sounds.ts';
import { useMediaQuery } from '#src/data/device/media-queries.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { evictsUnusedStorage, useStorageState } from '#src/data/device/storage-state.ts';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { useServices } from '#src/data/services.ts';
import { useRetryHistory } from '#src/data/sync/use-retry-history.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { useFormat } from '#src/data/text/format.ts';
import { SavedDocumentsSection } from '#src/features/guide/exports.tsx';
import { PushSettings } from '#src/features/notifications/exports.tsx';
import { Button } from '#src/ui/button.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { useBlockReveal } from '#src/ui/feedback/block-reveal.ts';
import { RadioCards } from '#src/ui/fields/choice-cards.tsx';
import { SwitchField } from '#src/ui/fields/toggle-fields.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { oneOf } from './one-of.ts';
import { SessionsSection } from './sessions-section.tsx';

/** `/settings/other`: scanning, storage, sync, signed-in devices, version. */
export function OtherSettingsScreen() {
  const { t } = useLingui();
  const isSignedIn = useSession().name === 'signed_in';
  usePageTitle(t`Other settings`);
  return (
    <Page title={<Trans>Other settings</Trans>} width="wide">
      <div className="grid grid-cols-1 items-start gap-7 tablet:grid-cols-2 tablet:gap-x-6">
        <div className="space-y-7">
          <ScanSettings />
          <FeedbackSettings />
          {isSignedIn && <PushSettings />}
          <StorageSection />
          {isSignedIn && <SavedDocumentsSection />}
          <ErrorReportSetting />
        </div>
        <div className="space-y-7">
          {isSignedIn && <SyncSection />}
          {isSignedIn && <SessionsSection />}
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
              Reports include the type of error, where in the app it happened, the version and the
              browser. They never include anything you enter or see.
            </Trans>
          }
          checked={errorReports}
          onValueChange={(isOn) => {
            device.change({ errorReports: isOn });
            // The reporter deletes pending reports once consent is withdrawn.
            void errors.reporter().catch(() => undefined);
          }}
        />
      </Card>
    </Section>
  );
}

const addProductLinks = ['/scan', '/scan/manual'] as const;

/** Chooses camera or typing as the default way to add products. */
function ScanSettings() {
  const { t } = useLingui();
  const { device } = useServices();
  const { addProductLink } = useDeviceSettings();
  return (
    <Section title={<Trans>Scanning</Trans>}>
      <RadioCards
        legend={t`Add products with`}
        name="add-product"
        value={addProductLink}
        onValueChange={(value) => {
          const link = oneOf(addProductLinks, value);
          if (link) device.change({ addProductLink: link });
        }}
        options={[
          { value: '/scan', title: t`Camera`, icon: <ScanLine /> },
          { value: '/scan/manual', title: t`Manual entry`, icon: <Keyboard /> },
        ]}
      />
    </Section>
  );
}

/** Vibration and sound settings. Switching one on plays a sample. */
function FeedbackSettings() {
  const { device } = useServices();
  const { sounds, vibration } = useDeviceSettings();
  return (
    <Section title={<Trans>Vibration and sounds</Trans>}>
      <Card>
        <SwitchField
          label={<Trans>Vibration</Trans>}
          description={
            <Trans>When a label is scanned, products are saved or a project closes.</Trans>
          }
          checked={vibration && canVibrate()}
          disabledReason={canVibrate() ? undefined : <Trans>This device can’t vibrate.</Trans>}
          onValueChange={(isOn) => {
            device.change({ vibration: isOn });
            playHaptic('saved');
          }}
        />
        <SwitchField
          label={<Trans>Sounds</Trans>}
          description={
            <Trans>One click when a label is scanned, two tones when a project closes.</Trans>
          }
          checked={sounds}
          onValueChange={(isOn) => {
            device.change({ sounds: isOn });
            if (isOn) playHaptic('captured');
          }}
        />
      </Card>
    </Section>
  );
}

/** Connection, last successful sync and unsent work. */
function SyncSection() {
  const format = useFormat();
  const { unsent } = useSyncStatus();
  const { lastSuccessAt } = useRetryHistory();
  return (
    <Section title={<Trans>Sending</Trans>}>
      <Card>
        <DetailList
          items={[
            { term: <Trans>Connection</Trans>, detail: <ConnectionBadge /> },
            {
              term: <Trans>Last synced</Trans>,
              detail:
                lastSuccessAt === null ? (
                  <Trans>Not synced yet</Trans>
                ) : (
                  format.dateTime(lastSuccessAt)
                ),
            },
          ]}
        />
      </Card>
      <List>
        <ListRow
          icon={<CloudUpload />}
          title={<Trans>Not sent yet</Trans>}
          trailing={unsent && <span className="tnum">{format.number(unsent.total)}</span>}
          {...linkTo(paths.scanOffline())}
        />
      </List>
    </Section>
  );
}

function ConnectionBadge() {
  const { connection, phase } = useSyncStatus();
  if (connection !== 'online') {
    return (
      <Badge tone="neutral">
        <Trans>Offline</Trans>
      </Badge>
    );
  }
  if (phase === 'syncing') {
    return (
      <Badge tone="info">
        <Trans>Syncing</Trans>
      </Badge>
    );
  }
  return (
    <Badge tone="good">
      <Trans>Online</Trans>
    </Badge>
  );
}

const MEGABYTE = 1_000_000;

/** Storage use, and protection against eviction by the browser. */
function StorageSection() {
  const { i18n } = useLingui();
  const { state, isDeclined, requestPersistence } = useStorageState();
  const isInstalled = useMediaQuery('(display-mode: standalone)');
  useBlockReveal(state === undefined);
  if (!state) return null;
  const { isPersisted, usedBytes } = state;
  const megabyteFormat = new Intl.NumberFormat(formattingLocale(i18n.locale), {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });
  const items = [
    {
      term: <Trans>Storage protection</Trans>,
      detail: isPersisted ? (
        <Badge tone="good">
          <Trans>On</Trans>
        </Badge>
      ) : (
        <Badge tone="warn">
          <Trans>Off: the browser may clear data when space is low</Trans>
        </Badge>
      ),
    },
    ...(usedBytes === null
      ? []
      : [
          {
            term: <Trans>Space used (approx.)</Trans>,
            detail: <span className="tnum">{megabyteFormat.format(usedBytes / MEGABYTE)}</span>,
          },
        ]),
  ];
  return (
    <Section title={<Trans>Storage on this device</Trans>}>
      <Card>
        <DetailList items={items} />
        {evictsUnusedStorage(navigator, isInstalled) && (
          <p className="mt-4 border-t border-line pt-4 text-small text-ink-soft break-long">
            <Trans>
              If you don’t open this page for 7 days, Safari deletes everything stored here,
              including work not sent yet, and signs you out. An installed app has its own storage,
              which Safari keeps.
            </Trans>
          </p>
        )}
        {!isPersisted && (
          <div className="mt-4 space-y-2 border-t border-line pt-4">
            <p className="text-small text-ink-soft break-long" role="status">
              {isDeclined ? (
                <Trans>
                  The browser hasn’t agreed yet. It usually does once the app is on your home
                  screen.
                </Trans>
              ) : (
                <Trans>
                  When space runs low, the browser may delete work you haven’t sent. You can ask it
                  to keep your data.
                </Trans>
              )}
            </p>
            <Button variant="secondary" onClick={() => void requestPersistence()}>
              <Trans>Protect my data</Trans>
            </Button>
          </div>
        )}
      </Card>
    </Section>
  );
}
