import { Trans, useLingui } from '@lingui/react/macro';
import { ALargeSmall, CircleUser, Languages, LogOut, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { catalogueLanguages } from '#schemas/languages.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useSession } from '#src/data/account/use-session.ts';
import { useIsWide } from '#src/data/device/media-queries.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { useServices } from '#src/data/services.ts';
import { SignOutSheet } from '#src/features/menu/exports.tsx';
import { nativeLanguageName } from '#src/i18n/language-names.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { ChoiceMark } from '#src/ui/fields/choice-cards.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { type Scene, sceneFile } from '#src/ui/media/hero.tsx';
import { oneOf } from './one-of.ts';
import { useFontSizeLabels } from './use-font-size-labels.ts';

/** `/settings`: links to the settings pages, and the theme (spec 1 §2). */
export function SettingsScreen() {
  const { t, i18n } = useLingui();
  const { fontSize } = useDeviceSettings();
  const isWide = useIsWide();
  const fontSizeLabels = useFontSizeLabels();
  const isSignedIn = useSession().name === 'signed_in';
  const language = oneOf(catalogueLanguages, i18n.locale) ?? 'en';
  usePageTitle(t`Settings`);
  return (
    <Page title={<Trans>Settings</Trans>} width={isWide ? 'wide' : 'narrow'}>
      <div className="grid grid-cols-1 items-start gap-7 wide:grid-cols-2 wide:grid-rows-[auto_1fr] wide:gap-x-6">
        <List label={t`Device settings`}>
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
            title={<Trans>Other settings</Trans>}
            meta={<Trans>Scanning, sounds, notifications, storage</Trans>}
            {...linkTo(paths.settingsOther())}
          />
        </List>
        <div className="wide:col-start-2 wide:row-span-2 wide:row-start-1">
          <ThemeSetting />
        </div>
        {isSignedIn && <AccountSettings />}
      </div>
    </Page>
  );
}

/** Settings of the account, which only signed-in users see (spec 1 §2). */
function AccountSettings() {
  const { t } = useLingui();
  const [isSigningOut, setIsSigningOut] = useState(false);
  return (
    <div className="space-y-3">
      <List label={t`Your account`}>
        <ListRow
          icon={<CircleUser />}
          title={<Trans>Edit profile</Trans>}
          {...linkTo(paths.userEdit())}
        />
      </List>
      <Button variant="secondary" fullWidth icon={<LogOut />} onClick={() => setIsSigningOut(true)}>
        <Trans context="this device">Sign out</Trans>
      </Button>
      <SignOutSheet isOpen={isSigningOut} onOpenChange={setIsSigningOut} />
    </div>
  );
}

const themes = ['system', 'light', 'dark', 'sunlight'] as const;

/** Theme picker with previews. */
function ThemeSetting() {
  const { t } = useLingui();
  const { device } = useServices();
  const { theme } = useDeviceSettings();
  const labels = {
    system: { title: t`Same as the device` },
    light: { title: t`Light` },
    dark: { title: t`Dark` },
    sunlight: { title: t`Sunlight`, description: t`Highest contrast, for working outdoors` },
  };
  return (
    <fieldset role="radiogroup" className="min-w-0">
      <legend className="mb-3 font-display text-title font-semibold">{t`Theme`}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 tablet:grid-cols-4 wide:grid-cols-2">
        {themes.map((option) => (
          <ThemeCard
            key={option}
            theme={option}
            isSelected={theme === option}
            onSelect={(value) => {
              const choice = oneOf(themes, value);
              if (choice) device.change({ theme: choice });
            }}
            {...labels[option]}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ThemeCardProps {
  theme: (typeof themes)[number];
  title: string;
  description?: string;
  isSelected: boolean;
  onSelect: (value: string) => void;
}

export function ThemeCard({ theme, title, description, isSelected, onSelect }: ThemeCardProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control
    <label className="relative flex min-w-0 flex-col gap-2.5 rounded-card border-2 border-line bg-surface-raised p-3 transition-colors has-checked:border-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sunlight:border-line-strong sunlight:has-checked:border-4">
      <AppPreview theme={theme} />
      <span className="flex items-start gap-2">
        <span className="min-w-0 flex-1">
          <span className="block leading-snug font-semibold break-long">{title}</span>
          {description && (
            <span className="mt-0.5 block text-small text-ink-soft break-long">{description}</span>
          )}
        </span>
        <ChoiceMark
          type="radio"
          name="theme"
          value={theme}
          checked={isSelected}
          onChange={(event) => onSelect(event.target.value)}
        />
      </span>
    </label>
  );
}

/** Themes that can be previewed. */
type PreviewTheme = 'light' | 'dark' | 'sunlight';

const scenes: Readonly<Partial<Record<PreviewTheme, Scene>>> = { light: 'day', dark: 'night' };

/**
 * Miniature of the home screen in the given theme, whatever the current theme is. It's hidden from screen readers,
 * because the label next to it names the theme.
 */
function AppPreview({ theme }: { theme: PreviewTheme | 'system' }) {
  return (
    <span
      aria-hidden="true"
      className="relative block aspect-5/4 w-full overflow-hidden rounded-control border border-line-strong"
    >
      <SmallHome theme={theme === 'system' ? 'light' : theme} />
      {theme === 'system' && (
        <SmallHome theme="dark" className="[clip-path:polygon(50%_0,100%_0,100%_100%,50%_100%)]" />
      )}
    </span>
  );
}

function SmallHome({ theme, className }: { theme: PreviewTheme; className?: string }) {
  const scene = scenes[theme];
  return (
    <span
      data-look={theme}
      className={classNames('app-preview absolute inset-0 flex flex-col', className)}
    >
      <span className="relative block h-[46%] overflow-hidden">
        {scene && (
          <img
            src={sceneFile(scene, 1080)}
            alt=""
            width={1080}
            height={900}
            loading="lazy"
            decoding="async"
            className="absolute inset-x-0 top-0 w-full"
          />
        )}
        <span className="preview-number absolute start-[10%] top-[18%] h-[16%] w-[38%] rounded-[3px]" />
        <span className="preview-gold absolute start-[53%] top-[18%] h-[16%] w-[9%]" />
      </span>
      <span className="flex flex-1 flex-col gap-[6%] p-[8%]">
        <span className="preview-action block h-[22%] rounded-[5px]" />
        {[0, 1].map((row) => (
          <span
            key={row}
            className="preview-card flex flex-1 items-center gap-[7%] rounded-[5px] px-[7%]"
          >
            <span className="preview-quiet block aspect-square h-[58%] rounded-[3px]" />
            <span className="preview-ink block h-[16%] w-[44%] rounded-full" />
          </span>
        ))}
      </span>
    </span>
  );
}
