import { createContext } from 'react';
import * as v from 'valibot';
import { readSaved } from '../drafts/saved-draft.ts';
import { projectStatusId } from '#schemas/project-status.ts';

const snapshotProject = v.object({
  uuid: v.string(),
  title: v.string(),
  town: v.string(),
  products: v.number(),
  points: v.number(),
  /** True if `points` is an upper limit, because products are still in review. */
  isAtMost: v.optional(v.boolean()),
  status: v.object({ id: projectStatusId }),
  expires_at: v.nullable(v.string()),
  /** Unsent or rejected changes, if any. */
  mark: v.nullable(v.picklist(['refused', 'waiting', 'closing'])),
  /** Number of unsent products. */
  waiting: v.number(),
});

const homeSnapshot = v.object({
  /** First name, for the greeting. */
  name: v.string(),
  points: v.number(),
  /** Open projects as displayed. */
  projects: v.array(snapshotProject),
  /** Total number of open projects. */
  count: v.number(),
  /** Project lifetime in the region, in days. */
  lifeDays: v.optional(v.number()),
});

/** An open project as displayed in a row on home. */
export type SnapshotProject = v.InferOutput<typeof snapshotProject>;

/** Last state of the home screen on this device, displayed while the database opens. */
export type HomeSnapshot = v.InferOutput<typeof homeSnapshot>;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The `draft:` prefix makes sign-out delete it. */
const keyOf = (userId: string) => `draft:${userId}:home`;

/** @returns null if there is no snapshot, or if another build saved it in a different format */
export function readHomeSnapshot(
  store: Pick<Store, 'getItem'>,
  userId: string,
): HomeSnapshot | null {
  return readSaved(store, keyOf(userId), homeSnapshot);
}

/**
 * Saves the snapshot. Never throws, because without a snapshot the next start just shows a skeleton.
 * @param snapshot null deletes an outdated snapshot
 */
export function saveHomeSnapshot(
  store: Store,
  userId: string,
  snapshot: HomeSnapshot | null,
): void {
  if (snapshot === null) return store.removeItem(keyOf(userId));
  try {
    const text = JSON.stringify(snapshot);
    if (store.getItem(keyOf(userId)) !== text) store.setItem(keyOf(userId), text);
  } catch {
    // Storage is full, but the snapshot is optional.
  }
}

/** Snapshot displayed while the database opens; null once open or if none was saved. */
export const HomeSnapshotContext = createContext<HomeSnapshot | null>(null);
