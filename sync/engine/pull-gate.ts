/** Longest time that the pulls of other collections wait for a long run of requests, in ms. */
const MAX_WAIT_MS = 15_000;

/** Pauses pulls while edits are being sent. */
export interface PullGate<Name> {
  /** Requests a pull of the collections. Each is pulled soon, or once its pulls are no longer paused. */
  request(names: Iterable<Name>): void;
  /**
   * Pauses a collection's pulls.
   * @param pausesAll true to pause the other collections too, for 15 seconds at most
   * @returns a function that resumes the pulls
   */
  pause(name: Name, pausesAll: boolean): () => void;
  close(): void;
}

/**
 * Creates a gate for pulls. While a day's work is being sent, each verdict would trigger another pull of the whole
 * collection. The gate delays these pulls, so that the collection is pulled once afterwards. Other collections wait
 * too, because their pulls would slow down sending.
 * @param pull called with all collections that are due
 */
export function createPullGate<Name>(pull: (names: readonly Name[]) => void): PullGate<Name> {
  const pauses = new Map<Name, boolean>();
  const dueNames = new Set<Name>();
  let soonTimer: ReturnType<typeof setTimeout> | undefined;
  let overdueTimer: ReturnType<typeof setTimeout> | undefined;

  const pullDueCollections = (isOverdue = false) => {
    const isPaused = !isOverdue && [...pauses.values()].includes(true);
    const names = [...dueNames].filter((name) => !isPaused && !pauses.has(name));
    for (const name of names) dueNames.delete(name);
    if (isPaused && dueNames.size > 0)
      overdueTimer ??= setTimeout(pullOverdueCollections, MAX_WAIT_MS);
    if (!isPaused) {
      clearTimeout(overdueTimer);
      overdueTimer = undefined;
    }
    if (names.length > 0) pull(names);
  };
  const pullOverdueCollections = () => {
    overdueTimer = undefined;
    pullDueCollections(true);
  };
  return {
    request(names) {
      for (const name of names) dueNames.add(name);
      // Not immediate: the event that requests pulls may also start sending, which pauses them.
      soonTimer ??= setTimeout(() => {
        soonTimer = undefined;
        pullDueCollections();
      });
    },
    pause(name, pausesAll) {
      pauses.set(name, pausesAll);
      return () => {
        pauses.delete(name);
        pullDueCollections();
      };
    },
    close() {
      clearTimeout(soonTimer);
      clearTimeout(overdueTimer);
      // When sending is aborted, its pause still ends, but that must not trigger pulls.
      dueNames.clear();
    },
  };
}
