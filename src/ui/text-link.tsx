import type { ReactNode } from 'react';
import { LinkSlot, type LinkTarget } from './link-target.tsx';

/** Standalone link, such as "All projects" beside a section title. */
export function TextLink({ children, ...target }: LinkTarget & { children: ReactNode }) {
  return (
    <LinkSlot
      target={target}
      className="inline-flex min-h-target min-w-target items-center justify-center rounded-control font-semibold text-info underline-offset-4 hover:underline sunlight:underline"
    >
      {children}
    </LinkSlot>
  );
}
