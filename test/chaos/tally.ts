/** What happened in histories. */
export interface Tally {
  histories: number;
  edits: number;
  acknowledged: number;
  requests: number;
  faults: number;
  pageKills: number;
  /** How often a page's script was paused. */
  suspensions: number;
  serverKills: number;
  /** How often a server went back to a backup. */
  restores: number;
  lost: number;
  /** How often something waited for longer than the wait allows, with a network and without a reason on the screen. */
  stuck: number;
  doubled: number;
  /** Answers of 500 that no fault has made. */
  stumbles: number;
}

export function emptyTally(): Tally {
  return {
    histories: 0,
    edits: 0,
    acknowledged: 0,
    requests: 0,
    faults: 0,
    pageKills: 0,
    suspensions: 0,
    serverKills: 0,
    restores: 0,
    lost: 0,
    stuck: 0,
    doubled: 0,
    stumbles: 0,
  };
}
