import type { ReactNode } from 'react';

interface ScreenPageProps {
  readonly title: ReactNode;
  /** One line below the title. */
  readonly description?: ReactNode;
  /** Shown next to the title. */
  readonly actions?: ReactNode;
  /** True if the content has its own scrollbar, as lists do; otherwise the page scrolls. */
  readonly isFixed?: boolean;
  readonly children: ReactNode;
}

/** A screen below the header: title, then content. */
export function ScreenPage({
  title,
  description,
  actions,
  isFixed = false,
  children,
}: ScreenPageProps) {
  return (
    <main className={`flex min-h-0 min-w-0 flex-col ${isFixed ? '' : 'overflow-y-auto'}`}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 pt-4 pb-1">
        <div className="min-w-0 grow basis-64">
          <h1 className="text-heading font-semibold">{title}</h1>
          {description && <p className="text-small text-ink-soft break-long">{description}</p>}
        </div>
        {actions}
      </div>
      {children}
    </main>
  );
}
