/** What of a certificate is kept on this device until it is issued (spec 2 §3, "Warranty wizard state"). */
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
/** Products of one category, in the order they were added. */
export type ProductGroup = v.InferOutput<typeof productGroup>;

/** As it stands in the fields, also where it is too long. */
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
  /** Null until they are changed: then they are what was scanned. */
  products: v.nullable(v.array(productGroup)),
  /** Null until it is changed: then it is what the project knows. */
  customer: v.nullable(customerEntry),
  /** Null until it is changed: then it is proposed by the products. Empty where it was emptied. */
  expiration_date: v.nullable(typed),
  confirmed: v.boolean(),
  /** It was sent like this, and nobody knows what became of it. */
  asked: v.boolean(),
  /** What the server had against the last try, and the part of the request that it was about. */
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

/** By its name it goes with the account when somebody signs out. */
const keyOf = (userId: string) => `draft:${userId}:certificate`;

/** What was kept; nothing where that can't be read. */
export function readDraft(store: Pick<Store, 'getItem'>, userId: string): WizardDraft {
  return readSaved(store, keyOf(userId), wizardDraft) ?? emptyDraft;
}

/** Keeps it; a draft without a project is none. */
export function saveDraft(store: Store, userId: string, draft: WizardDraft): void {
  try {
    if (draft.project === null) store.removeItem(keyOf(userId));
    else store.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // A full store loses only what a reload would want to know.
  }
}

/** Whether something would be lost with another project: more than what a project fills in. */
export function isEdited(draft: WizardDraft): boolean {
  return draft.products !== null || draft.customer !== null || draft.expiration_date !== null;
}
