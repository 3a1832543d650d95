import { useLingui } from '@lingui/react/macro';
import { useServices } from '#src/data/services.ts';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { ChoiceMark } from '#src/ui/fields/choice-mark.tsx';
import { AppPreview } from './app-preview.tsx';
import { oneOf } from './one-of.ts';

const themes = ['system', 'light', 'dark', 'sunlight'] as const;

/** Theme picker with previews. */
export function ThemeSetting() {
  const { t } = useLingui();
  const { device } = useServices();
  const { theme } = useDeviceSettings();
  const labels = {
    system: { title: t`Same as the device` },
    light: { title: t`Light` },
    dark: { title: t`Dark` },
    sunlight: { title: t`Sunlight`, description: t`Strongest contrast, for work outside` },
  };
  return (
    <fieldset role="radiogroup" className="min-w-0">
      <legend className="mb-3 font-display text-title font-semibold">{t`Colours`}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 tablet:grid-cols-4 wide:grid-cols-2">
        {themes.map((one) => (
          <ThemeCard
            key={one}
            look={one}
            isChosen={theme === one}
            onChoose={(value) => {
              const choice = oneOf(themes, value);
              if (choice) device.change({ theme: choice });
            }}
            {...labels[one]}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ThemeCardProps {
  look: (typeof themes)[number];
  title: string;
  description?: string;
  isChosen: boolean;
  onChoose: (value: string) => void;
}

export function ThemeCard({ look, title, description, isChosen, onChoose }: ThemeCardProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control
    <label className="relative flex min-w-0 flex-col gap-2.5 rounded-card border-2 border-line bg-surface-raised p-3 transition-colors has-checked:border-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sunlight:border-line-strong sunlight:has-checked:border-4">
      <AppPreview look={look} />
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
          value={look}
          checked={isChosen}
          onChange={(event) => onChoose(event.target.value)}
        />
      </span>
    </label>
  );
}
