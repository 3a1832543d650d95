import type { StoredCollectionName } from './collections.ts';

/**
 * A step from the version before. It must never throw: a document that it can't read, it answers
 * with as well as it can, and what only mirrors the server it may drop (null) to be pulled again.
 */
export type MigrationStep = (old: Record<string, unknown>) => Record<string, unknown> | null;

export type Migrations = Readonly<Record<number, MigrationStep>>;

/**
 * The documents stay what they are: of the last version's schemas the store had known every value, of
 * this one's only what it indexes.
 */
const slimmer: MigrationStep = (old) => old;

/** The steps of every collection, by the version that they lead to: one for each above 0. */
export const migrations: Readonly<Record<StoredCollectionName, Migrations>> = {
  // Version 1 takes longer serial numbers. Before version 3 a photo did not say what it shows.
  scans: { 1: (old) => old, 2: slimmer, 3: (old) => ({ ...old, photo_of: null }) },
  // Before version 1 no project was a lead.
  // Before version 3 nobody remembered what a restored server may lack of them.
  // Before version 4 the beginning of a project was not corrected.
  projects: {
    1: (old) => ({ ...old, lead: null, awaits_lead: null }),
    2: slimmer,
    3: (old) => ({ ...old, unbegun: false, sent_closing: null }),
    4: (old) => ({ ...old, prior_op_ids: [], received: false }),
  },
  // Before version 1 no entry was of an order.
  ledger: { 1: (old) => ({ ...old, order_uuid: null }), 2: slimmer },
  // Before version 1 nothing of what the server had taken was remembered. Version 2 counts by status.
  // Before version 3 nobody knew what the server has while edits wait: those are not taken back.
  leads: {
    1: (old) => ({ ...old, sent_edits: [] }),
    2: (old) => old,
    3: (old) => ({ ...old, before: null }),
    4: slimmer,
  },
  // Before version 1 nobody was told of an order.
  notifications: { 1: (old) => withMeta(old, { order_uuid: null }), 2: slimmer },
  surveys: { 1: slimmer },
  contents: { 1: slimmer },
  // Before version 2 nobody knew what a restored server had lost of them.
  chats: { 1: slimmer, 2: (old) => ({ ...old, lost_messages: [] }) },
  // Before version 2 no product was marketing material; those that are now come again.
  products: { 1: slimmer, 2: (old) => ({ ...old, marketing: null }) },
  // Before version 2 nobody was told until when a voucher can be used; all orders are read again.
  orders: {
    1: slimmer,
    2: (old) => withMeta(old, { usable_until: null }),
    // Reasons were not stored before.
    3: (old) => ({ ...old, reason: null }),
  },
  certificates: {},
  cart: { 1: slimmer },
};

function withMeta(old: Record<string, unknown>, more: Readonly<Record<string, unknown>>) {
  return { ...old, meta: { ...(old['meta'] as object | undefined), ...more } };
}
