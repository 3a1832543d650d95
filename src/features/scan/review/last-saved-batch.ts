import { writable } from '#src/data/live/readable.ts';
import type { ExpectedPoints } from './expected-points.ts';

/** Products that were saved while others stayed behind. */
export interface SavedBatch {
  readonly project: { readonly uuid: string; readonly street_name: string };
  readonly count: number;
  readonly promised: ExpectedPoints;
  /** The ids of those that stayed. */
  readonly remaining: ReadonlySet<string>;
  readonly undo: () => void;
}

/** The last of them on this page; null where there was none, or it was taken back. */
export const lastSavedBatch = writable<SavedBatch | null>(null);
