import type { ReactNode } from 'react';

interface AppHeaderProps {
  /** Greeting or logo. */
  start?: ReactNode;
  children?: ReactNode;
  /** Points and cart. */
  end?: ReactNode;
}

/** The shell's header: small, stays on top. A `Page` beneath puts its own bar under it. */
export function AppHeader({ start, children, end }: AppHeaderProps) {
  return (
    <header
      data-app-header
      className="sticky top-0 z-20 bg-surface ps-(--rail-inline) pt-[env(safe-area-inset-top)]"
    >
      <div className="mx-auto flex min-h-(--app-header-block) max-w-page items-center gap-3 px-gutter">
        {start && <div className="min-w-0">{start}</div>}
        <div className="min-w-0 flex-1">{children}</div>
        {end && <div className="flex shrink-0 items-center gap-2">{end}</div>}
      </div>
    </header>
  );
}
