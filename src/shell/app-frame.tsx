import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LiveRegion } from '#src/ui/live-region.tsx';
import { ToastRegion } from '#src/ui/toast.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** What is there on every screen, signed in or not: updates, messages, what is read aloud. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <>
      {children}
      <UpdatePrompt />
      <ToastRegion label={t`Messages`} dismissLabel={t`Dismiss`} />
      <LiveRegion />
    </>
  );
}
