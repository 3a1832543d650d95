import type { CollectionName } from './collections.ts';

/**
 * A step from the version before. It must never throw: a document that it can't read, it answers
 * with as well as it can, and what only mirrors the server it may drop (null) to be pulled again.
 */
export type MigrationStep = (old: Record<string, unknown>) => Record<string, unknown> | null;

export type Migrations = Readonly<Record<number, MigrationStep>>;

/** The steps of every collection, by the version that they lead to: one for each above 0. */
export const migrations: Readonly<Record<CollectionName, Migrations>> = {
  scans: {},
  // Before version 1 no project was a lead.
  projects: { 1: (old) => ({ ...old, lead: null, awaits_lead: null }) },
  ledger: {},
  leads: {},
  notifications: {},
};
