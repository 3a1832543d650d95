/** Longest time that the pulls of other collections wait for a long run of requests, in ms. */
const MAX_WAIT_MS = 15_000;

/** Pauses pulls while edits are being sent. */
export interface PullGate<Name> {
  /** Pulls soon, or once the sending that pauses it has ended. */
  request(names: Iterable<Name>): void;
  /**
   * Pauses the pulls of a collection.
   * @param isLong true also pauses the others, for 15 seconds at most
   * @returns a function that resumes them
   */
  hold(name: Name, isLong: boolean): () => void;
  close(): void;
}

/**
 * While a day's work is sent, a pull would return every page of it, and again after each verdict: pull once,
 * afterwards. The other pulls would take the time of the device and the server, so they wait as well.
 * @param pull called with everything that is due
 */
export function createPullGate<Name>(pull: (names: readonly Name[]) => void): PullGate<Name> {
  const holds = new Map<Name, boolean>();
  const dueNames = new Set<Name>();
  let soon: ReturnType<typeof setTimeout> | undefined;
  let latest: ReturnType<typeof setTimeout> | undefined;

  const pullDue = (isOverdue = false) => {
    const isPaused = !isOverdue && [...holds.values()].includes(true);
    const names = [...dueNames].filter((name) => !isPaused && !holds.has(name));
    for (const name of names) dueNames.delete(name);
    if (isPaused && dueNames.size > 0) latest ??= setTimeout(pullOverdue, MAX_WAIT_MS);
    if (!isPaused) {
      clearTimeout(latest);
      latest = undefined;
    }
    if (names.length > 0) pull(names);
  };
  const pullOverdue = () => {
    latest = undefined;
    pullDue(true);
  };
  return {
    request(names) {
      for (const name of names) dueNames.add(name);
      // The event that asks for pulls may resume the sending that pauses them.
      soon ??= setTimeout(() => {
        soon = undefined;
        pullDue();
      });
    },
    hold(name, isLong) {
      holds.set(name, isLong);
      return () => {
        holds.delete(name);
        pullDue();
      };
    },
    close() {
      clearTimeout(soon);
      clearTimeout(latest);
      // An aborted sending still releases its hold.
      dueNames.clear();
    },
  };
}
