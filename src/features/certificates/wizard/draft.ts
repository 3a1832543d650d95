/**
 * Certificate draft, saved on this device until it is issued (spec 2 §3, "Warranty wizard state").
 */
import * as v from 'valibot';
import { certifiedQuantity, categorySlug, certificateLanguages } from '#schemas/certificate.ts';
import { text, uuid } from '#schemas/primitives.ts';
import { regionCode } from '#schemas/regions.ts';
import { readSaved } from '#src/data/drafts/saved-draft.ts';

/** Project, products, customer, preview (spec 2 §4). */
export const wizardSteps = [1, 2, 3, 4] as const;
export type WizardStep = (typeof wizardSteps)[number];

const listedProduct = v.object({
  name: text(80, 1),
  quantity: certifiedQuantity,
  details: text(200),
});
export type ListedProduct = v.InferOutput<typeof listedProduct>;
const productGroup = v.object({ category: categorySlug, products: v.array(listedProduct) });
/** Products of one category, in the order added. */
export type ProductGroup = v.InferOutput<typeof productGroup>;

/** As typed, even if too long. */
const typed = v.string();
const customerEntry = v.object({
  customer_name: typed,
  customer_email: typed,
  street: typed,
  house_number: typed,
  postal_code: typed,
  city: typed,
  country: regionCode,
  language: v.picklist(certificateLanguages),
  note: typed,
});
export type CustomerEntry = v.InferOutput<typeof customerEntry>;

const wizardDraft = v.object({
  step: v.picklist(wizardSteps),
  project: v.nullable(uuid),
  /** Null until changed: then the scanned products are used. */
  products: v.nullable(v.array(productGroup)),
  /** Null until changed: then the project's data is used. */
  customer: v.nullable(customerEntry),
  /** Null until changed: then the products' warranty is used. Empty if cleared. */
  expiration_date: v.nullable(typed),
  confirmed: v.boolean(),
  /** Sent in this state, and no answer has arrived. */
  asked: v.boolean(),
  /** Code of the last rejection, and the field it concerns. */
  refused: v.nullable(v.object({ code: text(60), field: typed })),
});
export type WizardDraft = v.InferOutput<typeof wizardDraft>;

export const emptyDraft: WizardDraft = {
  step: 1,
  project: null,
  products: null,
  customer: null,
  expiration_date: null,
  confirmed: false,
  asked: false,
  refused: null,
};

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Keys that start with `draft:` and the user id are deleted at sign-out. */
const keyOf = (userId: string) => `draft:${userId}:certificate`;

/** Reads the draft; empty if there is none or it is invalid. */
export function readDraft(store: Pick<Store, 'getItem'>, userId: string): WizardDraft {
  return readSaved(store, keyOf(userId), wizardDraft) ?? emptyDraft;
}

/** Saves the draft; deletes it if no project is selected. */
export function saveDraft(store: Store, userId: string, draft: WizardDraft): void {
  try {
    if (draft.project === null) store.removeItem(keyOf(userId));
    else store.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // Storage is full: only a reload would lose the draft.
  }
}

/** True if selecting another project would discard entered data. */
export function isEdited(draft: WizardDraft): boolean {
  return draft.products !== null || draft.customer !== null || draft.expiration_date !== null;
}
