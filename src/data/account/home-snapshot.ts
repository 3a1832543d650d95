import { createContext } from 'react';
import * as v from 'valibot';
import { readSaved } from '../drafts/saved-draft.ts';
import { projectStatusId } from '#schemas/project-status.ts';

const shownProject = v.object({
  uuid: v.string(),
  title: v.string(),
  town: v.string(),
  products: v.number(),
  points: v.number(),
  /** Whether no more than these points is booked, and not before a product is checked. */
  isAtMost: v.optional(v.boolean()),
  status: v.object({ id: projectStatusId }),
  expires_at: v.nullable(v.string()),
  /** What of it the server does not have yet, or would not take. */
  mark: v.nullable(v.picklist(['refused', 'waiting', 'closing'])),
  /** How many of its products the server does not have yet. */
  waiting: v.number(),
});

const homeSnapshot = v.object({
  /** The person's name, by which home greets. */
  name: v.string(),
  points: v.number(),
  /** The open projects that were shown. */
  projects: v.array(shownProject),
  /** How many were open in all. */
  count: v.number(),
  /** How long a project of the region lives, in days. */
  lifeDays: v.optional(v.number()),
});

/** An open project as a row on home shows it. */
export type SnapshotProject = v.InferOutput<typeof shownProject>;

/** What home showed last on this device: shown again while the store opens, until the store itself says. */
export type HomeSnapshot = v.InferOutput<typeof homeSnapshot>;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** By its name it goes with the account when somebody signs out. */
const keyOf = (userId: string) => `draft:${userId}:home`;

/** @returns null where nothing was kept, or by a build that kept something else */
export function readHomeSnapshot(
  store: Pick<Store, 'getItem'>,
  userId: string,
): HomeSnapshot | null {
  return readSaved(store, keyOf(userId), homeSnapshot);
}

/**
 * Never throws: without it the next start shows bones instead.
 * @param snapshot null: what was kept is true no longer
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
    // A full device keeps its work, and not this.
  }
}

/** What home shows while the store opens; null once it is open, and where nothing was kept. */
export const HomeSnapshotContext = createContext<HomeSnapshot | null>(null);
