import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { noteScreenSeen } from '#src/ui/first-sight.ts';
import { Logo } from '#src/ui/logo.tsx';
import { LanguagePicker } from './language-picker.tsx';

const MaintenanceStrip = lazy(async () => ({
  default: (await import('./maintenance-strip.tsx')).MaintenanceStrip,
}));

interface PublicLayoutProps {
  /** The very first thing one sees: the logo is large. Small as soon as there is something to fill in. */
  isFirst?: boolean;
  children: ReactNode;
}

/** The layout of what there is before one is signed in: a narrow column under the logo, the language below. */
export function PublicLayout({ isFirst = false, children }: PublicLayoutProps) {
  useEffect(noteScreenSeen, []);
  const isMaintained = useConnection() === 'maintenance';
  return (
    <main
      id="main"
      // The sign-in and the registration keep what is filled in.
      data-kept
      className="mx-auto flex min-h-dvh w-full max-w-sheet flex-col px-gutter pt-[max(2rem,env(safe-area-inset-top))] pb-[max(1rem,var(--safe-bottom))]"
    >
      {isMaintained && (
        <Suspense>
          <MaintenanceStrip />
        </Suspense>
      )}
      <div className={isFirst ? 'mb-8 pt-4' : 'mb-5'}>
        <Logo size={isFirst ? 'large' : 'small'} withName />
      </div>
      {children}
      <div className="mt-auto pt-10">
        <LanguagePicker />
      </div>
    </main>
  );
}
