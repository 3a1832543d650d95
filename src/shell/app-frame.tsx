import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { lazyNotice } from '#src/i18n/lazy-with-texts.ts';
import { LiveRegion } from '#src/ui/feedback/announce.tsx';
import { ToastRegion } from '#src/ui/feedback/toast.tsx';
import { useAppUpdate } from './app-update.ts';

// Rarely shown, so loaded on demand.
const UpdatePrompt = lazyNotice(async () => (await import('./update-prompt.tsx')).UpdatePrompt);

/** Shared by all screens, signed in or not: update prompt, toasts, live region. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const { isReady } = useAppUpdate();
  return (
    <>
      {children}
      {isReady && (
        <Suspense>
          <UpdatePrompt />
        </Suspense>
      )}
      <ToastRegion label={t`Messages`} dismissLabel={t`Dismiss`} />
      <LiveRegion />
    </>
  );
}
