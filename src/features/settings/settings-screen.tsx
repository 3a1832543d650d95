import { Trans, useLingui } from '@lingui/react/macro';
import { ALargeSmall, CircleUser, Languages, LogOut, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { catalogueLanguages } from '#schemas/languages.ts';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { useIsWide } from '#src/data/device/media-queries.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useSession } from '#src/data/account/use-session.ts';
import { SignOutSheet } from '#src/features/menu/actions.ts';
import { nativeLanguageName } from '#src/i18n/language-names.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { oneOf } from './one-of.ts';
import { ThemeSetting } from './theme-setting.tsx';
import { useFontSizeLabels } from './use-font-size-labels.ts';

/** `/settings`: links to the settings pages, and the theme (spec 1 §2). */
export function SettingsScreen() {
  const { t, i18n } = useLingui();
  const { fontSize } = useDeviceSettings();
  const wide = useIsWide();
  const fontSizeLabels = useFontSizeLabels();
  const signedIn = useSession().name === 'signed_in';
  const language = oneOf(catalogueLanguages, i18n.locale) ?? 'en';
  usePageTitle(t`Settings`);
  return (
    <Page title={<Trans>Settings</Trans>} width={wide ? 'wide' : 'narrow'}>
      <div className="grid grid-cols-1 items-start gap-7 wide:grid-cols-2 wide:grid-rows-[auto_1fr] wide:gap-x-6">
        <List label={t`Settings of this device`}>
          <ListRow
            icon={<Languages />}
            title={<Trans>Language</Trans>}
            meta={nativeLanguageName(language)}
            {...linkTo(paths.settingsLanguage())}
          />
          <ListRow
            icon={<ALargeSmall />}
            title={<Trans>Font size</Trans>}
            meta={fontSizeLabels[fontSize]}
            {...linkTo(paths.settingsFont())}
          />
          <ListRow
            icon={<SlidersHorizontal />}
            title={<Trans>Other</Trans>}
            meta={<Trans>Scanning, storage, sending, devices</Trans>}
            {...linkTo(paths.settingsOther())}
          />
        </List>
        <div className="wide:col-start-2 wide:row-span-2 wide:row-start-1">
          <ThemeSetting />
        </div>
        {signedIn && <AccountSettings />}
      </div>
    </Page>
  );
}

/** Only for signed-in people (spec 1 §2). */
function AccountSettings() {
  const { t } = useLingui();
  const [signingOut, setSigningOut] = useState(false);
  return (
    <div className="space-y-3">
      <List label={t`Your account`}>
        <ListRow
          icon={<CircleUser />}
          title={<Trans>Edit profile</Trans>}
          {...linkTo(paths.userEdit())}
        />
      </List>
      <Button variant="secondary" fullWidth icon={<LogOut />} onClick={() => setSigningOut(true)}>
        <Trans context="oneself">Sign out</Trans>
      </Button>
      <SignOutSheet isOpen={signingOut} onOpenChange={setSigningOut} />
    </div>
  );
}
