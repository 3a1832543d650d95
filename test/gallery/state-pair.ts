import type { ReactNode } from 'react';

/** One component in two states with the same text, which must look different. */
export interface StatePair {
  /** Names the test. */
  name: string;
  /** Files that style the state; each such file needs a pair. */
  files: readonly string[];
  /** Selector of the compared element, if other parts differ too. */
  section?: string;
  before: ReactNode;
  after: ReactNode;
}

/**
 * Renders a component in two states.
 * @param files the files that style the state
 * @param draw receives false for the first state, true for the second
 */
export function pair(
  name: string,
  files: string | readonly string[],
  draw: (isAfter: boolean) => ReactNode,
  section?: string,
): StatePair {
  const statePair = { name, files: [files].flat(), before: draw(false), after: draw(true) };
  return section === undefined ? statePair : { ...statePair, section };
}
