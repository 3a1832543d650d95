import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { markScreenVisible } from '#src/ui/feedback/block-reveal.ts';
import { BrandScene } from './brand-scene.tsx';
import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { languageTag } from '#schemas/formatting-locale.ts';
import { useLanguageChoice } from '#src/data/device/use-language-choice.ts';
import { nativeLanguageName } from '#src/i18n/language-names.ts';

const MaintenanceStrip = lazy(async () => ({
  default: (await import('./maintenance-strip.tsx')).MaintenanceStrip,
}));

interface PublicLayoutProps {
  /**
   * Shows the large illustration. Use it only for the first screen, before there is more to fill
   * in.
   */
  isLanding?: boolean;
  children: ReactNode;
}

/**
 * Layout of the pages before sign-in: a sheet over the illustration (beside it on a desktop), with
 * the language picker below.
 */
export function PublicLayout({ isLanding = false, children }: PublicLayoutProps) {
  useEffect(markScreenVisible, []);
  const isMaintained = useConnection() === 'maintenance';
  return (
    <main
      id="main"
      // Sign-in and registration save what is filled in.
      data-kept
      className="flex min-h-dvh flex-col desk:grid desk:grid-cols-[minmax(0,1fr)_minmax(30rem,42%)]"
    >
      <BrandScene isLarge={isLanding} />
      <div className="relative -mt-(--round-sheet) flex flex-1 flex-col rounded-t-sheet bg-surface px-gutter pt-6 pb-[max(1rem,var(--safe-bottom))] desk:mt-0 desk:rounded-none desk:pt-16">
        <div className="mx-auto flex w-full max-w-sheet flex-1 flex-col desk:max-w-100">
          {isMaintained && (
            <Suspense>
              <MaintenanceStrip />
            </Suspense>
          )}
          <div className="desk:my-auto">{children}</div>
          <div className="mt-auto pt-8 text-center desk:mt-0">
            <LanguagePicker />
          </div>
        </div>
      </div>
    </main>
  );
}

/** Language picker for visitors without an account. */
function LanguagePicker() {
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
