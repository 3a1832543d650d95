import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { languageTag } from '#schemas/formatting-locale.ts';
import { useLanguageChoice } from '#src/data/device/use-language-choice.ts';
import { nativeLanguageName } from '#src/i18n/language-names.ts';

/** Language picker for visitors without an account. */
export function LanguagePicker() {
  const { t } = useLingui();
  const { shown, offered, choose, problem } = useLanguageChoice();
  return (
    <span className="inline-flex max-w-full flex-col items-end">
      <span className="relative inline-flex max-w-full items-center rounded-control hover:bg-surface-sunken">
        <select
          aria-label={t`Language`}
          value={shown}
          onChange={(event) => {
            const language = offered.find((one) => one === event.target.value);
            if (language) void choose(language);
          }}
          className="min-h-target max-w-full appearance-none rounded-control bg-transparent ps-4 pe-10 text-field font-semibold text-ink-soft"
        >
          {offered.map((language) => (
            <option key={language} value={language} lang={languageTag(language)}>
              {nativeLanguageName(language)}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute end-3.5 size-5 text-ink-soft"
        />
      </span>
      <span role="alert" className="text-small text-bad break-long empty:hidden">
        {problem}
      </span>
    </span>
  );
}
