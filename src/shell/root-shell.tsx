import { Outlet } from '@tanstack/react-router';
import { useHeadingFocus } from './behaviour/use-heading-focus.ts';

/** Root component of all routes. */
export function RootShell() {
  useHeadingFocus();
  return <Outlet />;
}
