import { type ReactNode, Fragment } from 'react';

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
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0"
        >
          <dt className="min-w-0 text-small text-ink-soft break-long">{item.term}</dt>
          <dd className="min-w-0 font-medium break-long">{item.detail}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Short facts on one line, such as a town and a number of windows. Wraps between facts. */
export function Facts({ facts }: { facts: readonly (string | false | null | undefined)[] }) {
  return facts.filter(Boolean).map((fact, index) => (
    // Facts have no ids and are never reordered.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && ' · '}
      <span className="inline-block">{fact}</span>
    </Fragment>
  ));
}
