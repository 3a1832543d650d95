import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

interface DisclosureProps {
  title: ReactNode;
  icon?: ReactNode;
  meta?: ReactNode;
  defaultOpen?: boolean;
  children: ReactNode;
}

/** Collapsible group on native details and summary. */
export function Disclosure({ title, icon, meta, defaultOpen, children }: DisclosureProps) {
  return (
    <details
      open={defaultOpen}
      className="group overflow-hidden rounded-card bg-surface-raised card-rise"
    >
      <summary className="flex min-h-16 list-none items-center gap-3 px-4 py-3 -outline-offset-2! hover:bg-surface-sunken [&::-webkit-details-marker]:hidden">
        {icon && <span className="shrink-0 text-ink-soft [&_svg]:size-6">{icon}</span>}
        <span className="min-w-0 flex-1 font-semibold break-long">{title}</span>
        {meta && <span className="shrink-0 text-small text-ink-soft">{meta}</span>}
        <ChevronDown className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180" />
      </summary>
      <div className="border-t border-line p-4">{children}</div>
    </details>
  );
}
