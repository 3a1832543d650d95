/** Counts of events in the histories. */
export interface Tally {
  histories: number;
  edits: number;
  acknowledged: number;
  /** Reviewers' decisions that the server accepted. */
  decisions: number;
  /** New photos of products that reviewers had objected to. */
  newPhotos: number;
  /** Attachments that phones have saved. */
  attachments: number;
  /** Attachments, or contents of them, that a restored backup lacked. */
  undoneAttachments: number;
  requests: number;
  faults: number;
  pageKills: number;
  /** Times that a page was frozen. */
  suspensions: number;
  serverKills: number;
  /** Times that a server was restored from a backup. */
  restores: number;
  lost: number;
  /** Edits that waited too long with a network and without a reason on the screen. */
  stuck: number;
  duplicated: number;
  /** Responses with status 500 that no fault caused. */
  serverErrors: number;
}

export function emptyTally(): Tally {
  return {
    histories: 0,
    edits: 0,
    acknowledged: 0,
    decisions: 0,
    newPhotos: 0,
    attachments: 0,
    undoneAttachments: 0,
    requests: 0,
    faults: 0,
    pageKills: 0,
    suspensions: 0,
    serverKills: 0,
    restores: 0,
    lost: 0,
    stuck: 0,
    duplicated: 0,
    serverErrors: 0,
  };
}
