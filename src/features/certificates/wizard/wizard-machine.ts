/** What a certificate's draft becomes by what happens to it. Pure. */
import {
  type CustomerEntry,
  emptyDraft,
  type ProductGroup,
  type WizardDraft,
  type WizardStep,
} from './draft.ts';
import { stepForRejection } from './rejection.ts';

export type WizardEvent =
  /** A project fills in everything anew, unless it is the one that is chosen already. */
  | { readonly name: 'chose'; readonly project: string }
  /** The same from the project's own screen: then it goes on behind the choice (spec 2 §2). */
  | { readonly name: 'opened'; readonly project: string }
  | { readonly name: 'went'; readonly step: WizardStep }
  | { readonly name: 'listed'; readonly products: readonly ProductGroup[] }
  | {
      readonly name: 'typed';
      readonly customer: CustomerEntry;
      /** Null while it is as it was proposed. */
      readonly expiration_date: string | null;
    }
  | { readonly name: 'confirmed'; readonly confirmed: boolean }
  /** It is sent; what was only proposed till now stays as it was sent. */
  | {
      readonly name: 'sent';
      readonly products: readonly ProductGroup[];
      readonly customer: CustomerEntry;
      readonly expiration_date: string;
    }
  | { readonly name: 'unanswered' }
  | { readonly name: 'refused'; readonly code: string; readonly field: string }
  | { readonly name: 'discarded' };

/** What an edit does beside itself: it was neither confirmed nor sent like this. */
const unsent = { confirmed: false, asked: false } as const;

export function reduceWizard(draft: WizardDraft, event: WizardEvent): WizardDraft {
  switch (event.name) {
    case 'chose':
      return chosen(draft, event.project, 1);
    case 'opened':
      return chosen(draft, event.project, 2);
    case 'went':
      return draft.project === null ? draft : { ...draft, step: event.step };
    case 'listed':
      return {
        ...draft,
        ...unsent,
        products: event.products.map((group) => ({ ...group, products: [...group.products] })),
        refused: stillRefused(draft, 2),
      };
    case 'typed': {
      const { customer, expiration_date } = event;
      return { ...draft, ...unsent, customer, expiration_date, refused: stillRefused(draft, 3) };
    }
    case 'confirmed':
      return { ...draft, confirmed: event.confirmed };
    case 'sent': {
      const { products, customer, expiration_date } = event;
      return { ...draft, products: [...products], customer, expiration_date, refused: null };
    }
    case 'unanswered':
      return { ...draft, asked: true };
    case 'refused': {
      const { code, field } = event;
      return { ...draft, asked: false, refused: { code, field } };
    }
    case 'discarded':
      return emptyDraft;
  }
}

/** A project that is chosen again keeps what was entered for it; where one was further on, one is. */
function chosen(draft: WizardDraft, project: string, atLeast: WizardStep): WizardDraft {
  if (draft.project !== project) return { ...emptyDraft, project, step: atLeast };
  return draft.step < atLeast ? { ...draft, step: atLeast } : draft;
}

/** What is mended in one step may be right now; what is wrong elsewhere stays wrong. */
function stillRefused({ refused }: WizardDraft, mended: WizardStep): WizardDraft['refused'] {
  return refused !== null && stepForRejection(refused) === mended ? null : refused;
}
