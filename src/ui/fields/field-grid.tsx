import type { ReactNode } from 'react';

/** Fields under each other on a phone, two in a line from 700 px on. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 tablet:grid-cols-2 tablet:gap-x-5">
      {children}
    </div>
  );
}
