import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { type Preferences, usePreferences } from './preferences.ts';

type ShownTheme = Exclude<Preferences['theme'], 'system'>;

interface PhonePreviewProps {
  /** Language of the texts. */
  readonly language: string;
  /** Fields above the theme choice. */
  readonly fields?: ReactNode;
  readonly children: ReactNode;
}

/** Preview of content at phone width, in a theme chosen by the operator. */
export function PhonePreview({ language, fields, children }: PhonePreviewProps) {
  const { t } = useLingui();
  const preferences = usePreferences();
  const [theme, setTheme] = useState(() => shownTheme(preferences.theme));
  const themes: Readonly<Record<ShownTheme, string>> = {
    light: t`Light`,
    dark: t`Dark`,
    sunlight: t`High contrast`,
  };
  return (
    <div className="flex flex-wrap items-start gap-6">
      <div className="grid w-56 max-w-full gap-4">
        {fields}
        <SelectField
          label={t`App theme`}
          options={Object.entries(themes).map(([value, label]) => ({ value, label }))}
          value={theme}
          // The cast is safe, because the options are the keys of `themes`.
          onChange={({ target }) => setTheme(target.value as ShownTheme)}
        />
      </div>
      <section
        aria-label={t`Preview`}
        lang={language}
        data-theme={theme}
        className="phone-preview w-[390px] max-w-full rounded-sheet border-4 border-line bg-surface px-4 pt-5 pb-8 text-ink"
      >
        {children}
      </section>
    </div>
  );
}

/** Returns the theme for a preference. `system` is resolved to the operating system's current theme. */
function shownTheme(theme: Preferences['theme']): ShownTheme {
  if (theme !== 'system') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
