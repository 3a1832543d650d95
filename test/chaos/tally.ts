/** What happened in histories. */
export interface Tally {
  histories: number;
  edits: number;
  acknowledged: number;
  requests: number;
  faults: number;
  pageKills: number;
  serverKills: number;
  /** How often a server went back to a backup. */
  restores: number;
  lost: number;
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
    serverKills: 0,
    restores: 0,
    lost: 0,
    doubled: 0,
    stumbles: 0,
  };
}
