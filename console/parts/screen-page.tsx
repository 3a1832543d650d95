import type { ReactNode } from 'react';

interface ScreenPageProps {
  readonly title: ReactNode;
  /** One line below the title. */
  readonly description?: ReactNode;
  /** Shown next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A screen below the header: title, then content. It scrolls if the content doesn't fit. A list fills the rest of
 * the window and has its own scrollbar; in a short window the screen scrolls, too.
 */
export function ScreenPage({ title, description, actions, children }: ScreenPageProps) {
  return (
    <main className="flex min-h-0 min-w-0 flex-col overflow-y-auto">
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
