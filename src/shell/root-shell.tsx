import { Outlet } from '@tanstack/react-router';
import { useHeadingFocus } from './behaviour/use-heading-focus.ts';

/** The root of all routed screens. */
export function RootShell() {
  useHeadingFocus();
  return <Outlet />;
}
