import { writable } from '#src/data/live/readable.ts';
import type { PromisedPoints } from './promised-points.ts';

/** Products that were saved while others stayed behind. */
export interface Saving {
  readonly project: { readonly uuid: string; readonly street_name: string };
  readonly count: number;
  readonly promised: PromisedPoints;
  /** The ids of those that stayed. */
  readonly kept: ReadonlySet<string>;
  readonly takeBack: () => void;
}

/** The last of them on this page; null where there was none, or it was taken back. */
export const lastSaving = writable<Saving | null>(null);
