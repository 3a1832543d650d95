import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { catalogueLanguages } from '#schemas/languages.ts';
import { nativeLanguageName } from '#src/i18n/language-names.ts';
import { useServices } from '#src/data/services.ts';

/** The language, before there is an account whose language could hold. */
export function LanguagePicker() {
  const { t, i18n } = useLingui();
  const { device } = useServices();
  return (
    <span className="relative inline-flex max-w-full items-center rounded-control hover:bg-surface-sunken">
      <select
        aria-label={t`Language`}
        value={i18n.locale}
        onChange={(event) => {
          const language = catalogueLanguages.find((one) => one === event.target.value);
          if (language) device.change({ language });
        }}
        className="min-h-target max-w-full appearance-none rounded-control bg-transparent ps-4 pe-10 text-field font-semibold text-ink-soft"
      >
        {catalogueLanguages.map((language) => (
          <option key={language} value={language}>
            {nativeLanguageName(language)}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute end-3.5 size-5 text-ink-soft"
      />
    </span>
  );
}
