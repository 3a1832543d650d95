import type { ReactNode } from 'react';

interface VisuallyHiddenProps {
  children: ReactNode;
  as?: 'span' | 'div' | 'h1' | 'h2' | 'h3';
  id?: string | undefined;
}

/** Text that is read aloud and not seen. */
export function VisuallyHidden({ children, as: Tag = 'span', id }: VisuallyHiddenProps) {
  return (
    <Tag className="sr-only" id={id}>
      {children}
    </Tag>
  );
}
