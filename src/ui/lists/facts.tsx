import { Fragment } from 'react';

/** Short facts on one line, such as a town and a number of windows. Wraps between facts. */
export function Facts({ facts }: { facts: readonly (string | false | null | undefined)[] }) {
  return facts.filter(Boolean).map((fact, at) => (
    // Facts have no ids and are never reordered.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at > 0 && ' · '}
      <span className="inline-block">{fact}</span>
    </Fragment>
  ));
}
