/** Which collections may be pulled: not those whose edits are on their way by the page just now. */
export interface PullGate<Name> {
  /** Has it pulled: now, or once nobody holds it any more. */
  request(name: Name): void;
  /** Keeps its pulls waiting. @returns how to let them go on */
  hold(name: Name): () => void;
  isAnyHeld(): boolean;
}

/**
 * While a day's work goes out, a pull would bring each page of it back, and ask for it anew with every
 * verdict that comes meanwhile: it comes once, afterwards.
 * @param pull what is to be done when it is its turn
 */
export function createPullGate<Name>(pull: (name: Name) => void): PullGate<Name> {
  const held = new Set<Name>();
  const due = new Set<Name>();
  return {
    request(name) {
      if (held.has(name)) due.add(name);
      else pull(name);
    },
    hold(name) {
      held.add(name);
      return () => {
        held.delete(name);
        if (due.delete(name)) pull(name);
      };
    },
    isAnyHeld: () => held.size > 0,
  };
}
