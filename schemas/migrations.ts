import type { StoredCollectionName } from './collections.ts';

/**
 * Migrates a document from the previous version. Must never throw: a partly unreadable document must be migrated as far
 * as possible. May return null to drop a document that only mirrors the server, because it will be pulled again.
 */
type MigrationStep = (old: Record<string, unknown>) => Record<string, unknown> | null;

export type Migrations = Readonly<Record<number, MigrationStep>>;

/**
 * Leaves documents unchanged: the new RxDB schema only describes indexed fields, while the old one described
 * every value.
 */
const smallerSchema: MigrationStep = (old) => old;

/** Migration steps of every collection by target version, one per version above 0. */
export const migrations: Readonly<Record<StoredCollectionName, Migrations>> = {
  // 1: longer serial numbers. 3: adds `photo_of`, the subject of the photo. 4: adds `rejection` and the fields for a
  // new photo; the server had none before. 5: adds `campaign`; all scans are pulled again.
  scans: {
    1: (old) => old,
    2: smallerSchema,
    3: (old) => ({ ...old, photo_of: null }),
    4: (old) => ({ ...old, rejection: null, new_photo_by: '', replaced_photo: null }),
    5: (old) => ({ ...old, campaign: null }),
  },
  // 1: projects from a lead. 3: stores data that a restored server may lack. 4: corrections of a project that
  // the server doesn't have yet. 5: the installation date; all projects are pulled again. 6: why the date was
  // rejected; before, only a date sent without a closing could be rejected.
  projects: {
    1: (old) => ({ ...old, lead: null, awaits_lead: null }),
    2: smallerSchema,
    3: (old) => ({ ...old, unbegun: false, sent_closing: null }),
    4: (old) => ({ ...old, prior_op_ids: [], received: false }),
    5: (old) => ({ ...old, installation_date: null, date_edit: null, sent_date: null }),
    6: (old) => ({
      ...old,
      date_refusal: (old['date_edit'] && !old['closing'] && old['refusal']) || null,
    }),
  },
  // 1: order entries. 3: campaign entries, and users who earned or spent the points; all entries are pulled
  // again.
  ledger: {
    1: (old) => ({ ...old, order_uuid: null }),
    2: smallerSchema,
    3: (old) => ({ ...old, campaign: null, people: null }),
  },
  // 1: stores accepted edits. 2: new index by status. 3: stores the server's values while edits are pending; earlier
  // edits can't be undone.
  leads: {
    1: (old) => ({ ...old, sent_edits: [] }),
    2: (old) => old,
    3: (old) => ({ ...old, before: null }),
    4: smallerSchema,
  },
  // 1: notifications about orders.
  notifications: { 1: (old) => withMeta(old, { order_uuid: null }), 2: smallerSchema },
  surveys: { 1: smallerSchema },
  contents: { 1: smallerSchema },
  // 2: messages that a restored server has lost.
  chats: { 1: smallerSchema, 2: (old) => ({ ...old, lost_messages: [] }) },
  // 2: marketing material; products with marketing material are pulled again.
  products: { 1: smallerSchema, 2: (old) => ({ ...old, marketing: null }) },
  // 2: end of a voucher's validity; all orders are pulled again.
  orders: {
    1: smallerSchema,
    2: (old) => withMeta(old, { usable_until: null }),
    // 3: reasons for rejected and delayed orders.
    3: (old) => ({ ...old, reason: null }),
  },
  certificates: {},
  // 1: versions that a restored server lacks. 2: the fields that an unsent edit changes; earlier edits replace all.
  attachments: {
    1: (old) => ({ ...old, resent: false }),
    2: (old) => ({ ...old, changed: null }),
  },
  cart: { 1: smallerSchema },
};

function withMeta(oldDocument: Record<string, unknown>, fields: Readonly<Record<string, unknown>>) {
  return { ...oldDocument, meta: { ...(oldDocument['meta'] as object | undefined), ...fields } };
}
