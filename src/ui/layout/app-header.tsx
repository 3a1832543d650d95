import type { ReactNode, Ref } from 'react';

interface AppHeaderProps {
  /** Greeting or logo. */
  start?: ReactNode;
  children?: ReactNode;
  /** Points and cart. */
  end?: ReactNode;
  /** Receives the element that `Page` fills through `HeaderSlotProvider`. */
  slotRef?: Ref<HTMLDivElement>;
}

/** The shell's sticky header. A `Page` puts its back button and title into it. */
export function AppHeader({ start, children, end, slotRef }: AppHeaderProps) {
  return (
    <header
      data-app-header
      className="sticky top-0 z-20 bg-surface ps-(--rail-inline) pt-[env(safe-area-inset-top)]"
    >
      <div className="mx-auto flex min-h-(--app-header-block) max-w-(--column) items-center gap-3 px-gutter">
        {start && <div className="min-w-0">{start}</div>}
        <div ref={slotRef} className="flex min-w-0 flex-1 items-center gap-1">
          {children}
        </div>
        {end && <div className="flex shrink-0 items-center gap-2">{end}</div>}
      </div>
    </header>
  );
}
