import type { ReactNode } from 'react';

/** Form fields in one column, or two from 700 px. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 tablet:grid-cols-2 tablet:gap-x-5">
      {children}
    </div>
  );
}
