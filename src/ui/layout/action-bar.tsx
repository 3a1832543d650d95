import type { ReactNode } from 'react';
import { LinkSlot, type LinkTarget } from '../links.tsx';

/** Row of equally wide `ActionLink`s. A primary one can take up its own line (`basis-full`). */
export function ActionBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {children}
    </ul>
  );
}

type ActionLinkProps = LinkTarget & { icon: ReactNode; children: ReactNode };

/** Icon above its label; three fit on the narrowest phone. */
export function ActionLink({ icon, children, ...target }: ActionLinkProps) {
  return (
    <li className="min-w-0 flex-[1_1_4.25rem]">
      <LinkSlot
        target={target}
        className="flex min-h-16 flex-col items-center justify-center gap-1 rounded-control bg-surface-sunken card-line px-1 py-2 text-center text-small font-semibold break-long hover:bg-surface-hover [&_svg]:size-6"
      >
        {icon}
        {children}
      </LinkSlot>
    </li>
  );
}
