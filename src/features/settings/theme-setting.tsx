import { useLingui } from '@lingui/react/macro';
import { Contrast, Monitor, Moon, Sun } from 'lucide-react';
import { useServices } from '#src/data/services.ts';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { RadioCards } from '#src/ui/radio-cards.tsx';
import { chosen } from './chosen.ts';

const themes = ['system', 'light', 'dark', 'sunlight'] as const;

/** The colours of the whole app, at once. */
export function ThemeSetting() {
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
        { value: 'system', title: t`Same as the device`, icon: <Monitor /> },
        { value: 'light', title: t`Light`, icon: <Sun /> },
        { value: 'dark', title: t`Dark`, icon: <Moon /> },
        {
          value: 'sunlight',
          title: t`Sunlight`,
          description: t`Strongest contrast, for work outside`,
          icon: <Contrast />,
        },
      ]}
    />
  );
}
