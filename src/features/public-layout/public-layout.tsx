import { type ReactNode, useEffect } from 'react';
import { noteScreenSeen } from '#src/ui/first-sight.ts';
import { Logo } from '#src/ui/logo.tsx';
import { LanguagePicker } from './language-picker.tsx';

interface PublicLayoutProps {
  /** The very first thing one sees: the logo is large. Small as soon as there is something to fill in. */
  isFirst?: boolean;
  children: ReactNode;
}

/** The layout of what there is before one is signed in: a narrow column under the logo, the language below. */
export function PublicLayout({ isFirst = false, children }: PublicLayoutProps) {
  useEffect(noteScreenSeen, []);
  return (
    <main
      id="main"
      className="mx-auto flex min-h-dvh w-full max-w-sheet flex-col px-gutter pt-[max(2rem,env(safe-area-inset-top))] pb-[max(1rem,var(--safe-bottom))]"
    >
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
