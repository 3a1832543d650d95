import type { ReactNode } from 'react';

interface DetailListProps {
  items: readonly { term: ReactNode; detail: ReactNode }[];
}

/** Terms with their details, stacked or in two columns. */
export function DetailList({ items }: DetailListProps) {
  return (
    <dl className="divide-y divide-line">
      {items.map((item, index) => (
        <div
          key={index}
          className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0"
        >
          <dt className="min-w-0 text-small text-ink-soft break-long">{item.term}</dt>
          <dd className="min-w-0 font-medium break-long">{item.detail}</dd>
        </div>
      ))}
    </dl>
  );
}
