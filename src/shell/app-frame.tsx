import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense } from 'react';
import { LiveRegion } from '#src/ui/feedback/live-region.tsx';
import { ToastRegion } from '#src/ui/feedback/toast.tsx';
import { useAppUpdate } from './app-update.ts';

// Seldom there, and then nobody waits for it.
const UpdatePrompt = lazy(async () => ({
  default: (await import('./update-prompt.tsx')).UpdatePrompt,
}));

/** What is there on every screen, signed in or not: updates, messages, what is read aloud. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const { ready } = useAppUpdate();
  return (
    <>
      {children}
      {ready && (
        <Suspense>
          <UpdatePrompt />
        </Suspense>
      )}
      <ToastRegion label={t`Messages`} dismissLabel={t`Dismiss`} />
      <LiveRegion />
    </>
  );
}
