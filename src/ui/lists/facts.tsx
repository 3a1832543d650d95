import { Fragment } from 'react';

/** Facts in one line, such as a town and a number of windows. A line is broken between two of them, if that is enough. */
export function Facts({ facts }: { facts: readonly (string | false | null | undefined)[] }) {
  return facts.filter(Boolean).map((fact, at) => (
    // They have no ids, and are not moved among each other.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at > 0 && ' · '}
      <span className="inline-block">{fact}</span>
    </Fragment>
  ));
}
