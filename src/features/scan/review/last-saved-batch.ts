import { writable } from '#src/data/live/readable.ts';
import type { ExpectedPoints } from './expected-points.ts';

/** Products saved while others remained. */
export interface SavedBatch {
  readonly project: { readonly uuid: string; readonly street_name: string };
  readonly count: number;
  readonly promised: ExpectedPoints;
  /** Ids of the remaining scans. */
  readonly remaining: ReadonlySet<string>;
  readonly undo: () => void;
}

/** The last one since the page loaded; null if there was none or it was undone. */
export const lastSavedBatch = writable<SavedBatch | null>(null);
