import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { brand } from '#brand';
import { languageTag } from '#schemas/formatting-locale.ts';
import { useLanguageChoice } from '#src/data/device/use-language-choice.ts';
import { useServices } from '#src/data/services.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { lazyNotice } from '#src/i18n/lazy-with-texts.ts';
import { nativeLanguageName } from '#src/i18n/language-names.ts';
import { classNames } from '#src/ui/class-names.ts';
import { markScreenVisible } from '#src/ui/feedback/block-reveal.ts';
import { Logo } from '#src/ui/media/logo.tsx';

const MaintenanceStrip = lazy(async () => ({
  default: (await import('./maintenance-strip.tsx')).MaintenanceStrip,
}));

const InAppNotice = lazyNotice(
  async () => (await import('#src/features/install/exports.tsx')).InAppNotice,
);

interface PublicLayoutProps {
  /** Shows the large illustration. Use it only for the first screen, before there is more to fill in. */
  isLanding?: boolean;
  children: ReactNode;
}

/**
 * Layout of the pages before sign-in: a sheet over the illustration (next to it on a desktop), with the
 * language picker below.
 */
export function PublicLayout({ isLanding = false, children }: PublicLayoutProps) {
  useEffect(markScreenVisible, []);
  const isUnderMaintenance = useConnection() === 'maintenance';
  const { install } = useServices();
  return (
    <main
      id="main"
      // Sign-in and registration save their input.
      data-saved-draft
      className="flex min-h-dvh flex-col desk:grid desk:grid-cols-[minmax(0,1fr)_minmax(30rem,42%)]"
    >
      <BrandScene isLarge={isLanding} />
      <div className="relative -mt-(--round-sheet) flex flex-1 flex-col rounded-t-sheet bg-surface px-gutter pt-6 pb-[max(1rem,var(--safe-bottom))] desk:mt-0 desk:rounded-none desk:pt-16">
        <div className="mx-auto flex w-full max-w-sheet flex-1 flex-col desk:max-w-100">
          {isUnderMaintenance && (
            <Suspense>
              <MaintenanceStrip />
            </Suspense>
          )}
          <div className="desk:my-auto">
            {install.method.current() === 'in-app' && (
              <Suspense>
                <div className="mb-3">
                  <InAppNotice />
                </div>
              </Suspense>
            )}
            {children}
          </div>
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
  const { currentLanguage, choices, choose, error } = useLanguageChoice();
  return (
    <span className="inline-flex max-w-full flex-col items-end">
      <span className="relative inline-flex max-w-full items-center rounded-control hover:bg-surface-sunken">
        <select
          aria-label={t`Language`}
          value={currentLanguage}
          onChange={(event) => {
            const language = choices.find((choice) => choice === event.target.value);
            if (language) void choose(language);
          }}
          className="min-h-target max-w-full appearance-none rounded-control bg-transparent ps-4 pe-10 text-field font-semibold text-ink-soft"
        >
          {choices.map((language) => (
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
        {error}
      </span>
    </span>
  );
}

/** Available image widths in px. */
const WIDTHS = [720, 1080, 1440] as const;
const imageUrl = (width: (typeof WIDTHS)[number]) => `${brand.scenes}/attic-${width}.webp`;

/**
 * Illustration of an attic, with the club's name. Fills the height above the first field; with a large font, on
 * a short screen or above a keyboard it shrinks to a band. The sunlight theme shows only the name.
 */
function BrandScene({ isLarge }: { isLarge: boolean }) {
  return (
    <div
      className={classNames(
        '@container-size relative overflow-hidden text-dawn-ink',
        isLarge
          ? 'h-[clamp(max(6.5rem,104px),100dvh-var(--keyboard-block)-27rem,25.5rem)]'
          : 'h-[max(6.5rem,104px)]',
        'max-desk:sunlight:h-[max(6.5rem,104px)]! desk:sticky desk:top-0 desk:h-dvh',
      )}
    >
      <div className="scene-dim absolute inset-0 bg-[#e6cba9] sunlight:hidden">
        <img
          src={imageUrl(720)}
          srcSet={WIDTHS.map((width) => `${imageUrl(width)} ${width}w`).join(', ')}
          sizes="(min-width: 56.25rem) 90vw, 110vw"
          width={1440}
          height={1200}
          alt=""
          fetchPriority="high"
          decoding="async"
          className="ms-auto h-full w-full object-cover object-[58%_25%] band:w-[55%] band:translate-x-[18%] band:object-[50%_20%] band:mask-l-from-55% band:mask-l-to-95%"
        />
        <div className="absolute inset-0 bg-linear-to-b from-white/70 to-transparent to-45%" />
      </div>
      <div className="relative px-gutter pt-[max(1.25rem,env(safe-area-inset-top))]">
        <Logo withName />
      </div>
    </div>
  );
}
