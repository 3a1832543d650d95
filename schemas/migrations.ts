import type { StoredName } from './collections.ts';

/**
 * A step from the version before. It must never throw: a document that it can't read, it answers
 * with as well as it can, and what only mirrors the server it may drop (null) to be pulled again.
 */
export type MigrationStep = (old: Record<string, unknown>) => Record<string, unknown> | null;

export type Migrations = Readonly<Record<number, MigrationStep>>;

/** The steps of every collection, by the version that they lead to: one for each above 0. */
export const migrations: Readonly<Record<StoredName, Migrations>> = {
  // Version 1 takes longer serial numbers.
  scans: { 1: (old) => old },
  // Before version 1 no project was a lead.
  projects: { 1: (old) => ({ ...old, lead: null, awaits_lead: null }) },
  // Before version 1 no entry was of an order.
  ledger: { 1: (old) => ({ ...old, order_uuid: null }) },
  // Before version 1 nothing of what the server had taken was remembered. Version 2 counts by status.
  // Before version 3 nobody knew what the server has while edits wait: those are not taken back.
  leads: {
    1: (old) => ({ ...old, sent_edits: [] }),
    2: (old) => old,
    3: (old) => ({ ...old, before: null }),
  },
  // Before version 1 nobody was told of an order.
  notifications: { 1: ofNoOrder },
  surveys: {},
  contents: {},
  chats: {},
  products: {},
  orders: {},
  cart: {},
};

function ofNoOrder(old: Record<string, unknown>) {
  return { ...old, meta: { ...(old['meta'] as object | undefined), order_uuid: null } };
}
