import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { markScreenVisible } from '#src/ui/feedback/block-reveal.ts';
import { BrandScene } from './brand-scene.tsx';
import { LanguagePicker } from './language-picker.tsx';

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
