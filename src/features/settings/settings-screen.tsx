import { Trans, useLingui } from '@lingui/react/macro';
import { Monitor, Moon, Sun, SunMedium } from 'lucide-react';
import { catalogueLanguages } from '#schemas/languages.ts';
import { useServices } from '#src/data/services.ts';
import { useDeviceSettings } from '#src/data/use-device.ts';
import { usePageTitle } from '#src/data/use-page-title.ts';
import { nativeLanguageName } from '#src/i18n/language-names.ts';
import { Page } from '#src/ui/page.tsx';
import { RadioCards } from '#src/ui/radio-cards.tsx';
import { Section } from '#src/ui/section.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { SwitchField } from '#src/ui/switch-field.tsx';
import { chosen } from './chosen.ts';

/** What belongs to this device: language, font size, theme (spec 1 §2). It takes effect at once. */
export function SettingsScreen() {
  const { t } = useLingui();
  usePageTitle(t`Settings`);
  return (
    <Page title={<Trans>Settings</Trans>} subtitle={<Trans>They hold on this device.</Trans>}>
      <div className="space-y-7">
        <LanguageSetting />
        <FontSizeSetting />
        <ThemeSetting />
        <ScanSettings />
      </div>
    </Page>
  );
}

function LanguageSetting() {
  const { t, i18n } = useLingui();
  const { device } = useServices();
  return (
    <SelectField
      label={t`Language`}
      value={i18n.locale}
      options={catalogueLanguages.map((language) => ({
        value: language,
        label: nativeLanguageName(language),
      }))}
      onChange={(event) => {
        const language = chosen(catalogueLanguages, event.target.value);
        if (language) device.change({ language });
      }}
    />
  );
}

const fontSizes = ['14px', '17px', '20px'] as const;

function FontSizeSetting() {
  const { t } = useLingui();
  const { device } = useServices();
  const { fontSize } = useDeviceSettings();
  return (
    <RadioCards
      legend={t`Font size`}
      name="font-size"
      value={fontSize}
      onValueChange={(value) => {
        const size = chosen(fontSizes, value);
        if (size) device.change({ fontSize: size });
      }}
      options={[
        { value: '14px', title: t`Default` },
        { value: '17px', title: t`Medium` },
        { value: '20px', title: t`Large` },
      ]}
    />
  );
}

const themes = ['system', 'light', 'dark', 'sunlight'] as const;

function ThemeSetting() {
  const { t } = useLingui();
  const { device } = useServices();
  const { theme } = useDeviceSettings();
  return (
    <RadioCards
      legend={t`Colours`}
      name="theme"
      value={theme}
      onValueChange={(value) => {
        const choice = chosen(themes, value);
        if (choice) device.change({ theme: choice });
      }}
      options={[
        { value: 'system', title: t`Like the device`, icon: <Monitor /> },
        { value: 'light', title: t`Light`, icon: <Sun /> },
        { value: 'dark', title: t`Dark`, icon: <Moon /> },
        {
          value: 'sunlight',
          title: t`Sunlight`,
          description: t`Strongest contrast, for work outside`,
          icon: <SunMedium />,
        },
      ]}
    />
  );
}

function ScanSettings() {
  const { t } = useLingui();
  const { device } = useServices();
  const { scanSound, scanVibration } = useDeviceSettings();
  return (
    <Section title={t`When a label is caught`}>
      <SwitchField
        label={<Trans>Sound</Trans>}
        checked={scanSound}
        onValueChange={(on) => device.change({ scanSound: on })}
      />
      <SwitchField
        label={<Trans>Vibration</Trans>}
        description={<Trans>Where the device can vibrate.</Trans>}
        checked={scanVibration}
        onValueChange={(on) => device.change({ scanVibration: on })}
      />
    </Section>
  );
}
