import type { ReactNode } from 'react';
import { LinkSlot } from './link-target.tsx';
import type { LinkTarget } from './link-target.tsx';

/** A few ways side by side, of one width, each one tap. Holds `ActionLink`s. */
export function ActionBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="flex gap-2">
      {children}
    </ul>
  );
}

type ActionLinkProps = LinkTarget & { icon: ReactNode; children: ReactNode };

/** One of them: a sign with its word under it, so that three stand beside each other on the narrowest phone. */
export function ActionLink({ icon, children, ...target }: ActionLinkProps) {
  return (
    <li className="min-w-0 flex-1">
      <LinkSlot
        target={target}
        className="flex min-h-14 flex-col items-center justify-center gap-0.5 rounded-control border border-line-strong bg-surface-raised px-1 py-1.5 text-center text-caption font-semibold break-long hover:bg-surface-sunken [&_svg]:size-5"
      >
        {icon}
        {children}
      </LinkSlot>
    </li>
  );
}
