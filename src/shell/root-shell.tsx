import { useLingui } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import { LiveRegion } from '#src/ui/live-region.tsx';
import { ToastRegion } from '#src/ui/toast.tsx';
import { UpdatePrompt } from './update-prompt.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';

/** What is there on every screen, signed in or not. */
export function RootShell() {
  const { t } = useLingui();
  useHeadingFocus();
  return (
    <>
      <Outlet />
      <UpdatePrompt />
      <ToastRegion label={t`Messages`} dismissLabel={t`Dismiss`} />
      <LiveRegion />
    </>
  );
}
