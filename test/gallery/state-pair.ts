import type { ReactNode } from 'react';

/** One component in two of its states, with the same words: they have to look different. */
export interface StatePair {
  /** Names the test. */
  name: string;
  /** The files that draw the state: each file with a state is named by a pair. */
  of: readonly string[];
  /** The selector of what is compared, where more than the state's own place differs. */
  part?: string;
  before: ReactNode;
  after: ReactNode;
}

/**
 * Draws a component in two states.
 * @param of the file or files that draw the state
 * @param draw gets false for the first state, true for the second
 */
export function pair(
  name: string,
  of: string | readonly string[],
  draw: (isAfter: boolean) => ReactNode,
  part?: string,
): StatePair {
  const shown = { name, of: [of].flat(), before: draw(false), after: draw(true) };
  return part === undefined ? shown : { ...shown, part };
}
