/** State machine of the certificate draft. Pure. */
import {
  type CustomerEntry,
  emptyDraft,
  type ProductGroup,
  type WizardDraft,
  type WizardStep,
} from './draft.ts';
import { stepForRejection } from './rejection.ts';

export type WizardEvent =
  /** Resets the draft for a project, unless it is already selected. */
  | { readonly name: 'chose'; readonly project: string }
  /** Same, from the project's screen: skips the project step (spec 2 §2). */
  | { readonly name: 'opened'; readonly project: string }
  | { readonly name: 'went'; readonly step: WizardStep }
  | { readonly name: 'listed'; readonly products: readonly ProductGroup[] }
  | {
      readonly name: 'typed';
      readonly customer: CustomerEntry;
      /** Null while unchanged from the proposal. */
      readonly expiration_date: string | null;
    }
  | { readonly name: 'confirmed'; readonly confirmed: boolean }
  /** Sent; fixes the proposed values as they were sent. */
  | {
      readonly name: 'sent';
      readonly products: readonly ProductGroup[];
      readonly customer: CustomerEntry;
      readonly expiration_date: string;
    }
  | { readonly name: 'unanswered' }
  | { readonly name: 'refused'; readonly code: string; readonly field: string }
  | { readonly name: 'discarded' };

/** Every edit clears the confirmation and the sent state. */
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

/** Selecting the same project again keeps its draft and stays at the later step. */
function chosen(draft: WizardDraft, project: string, atLeast: WizardStep): WizardDraft {
  if (draft.project !== project) return { ...emptyDraft, project, step: atLeast };
  return draft.step < atLeast ? { ...draft, step: atLeast } : draft;
}

/** Changing a step clears a rejection that concerns it; others stay. */
function stillRefused({ refused }: WizardDraft, mended: WizardStep): WizardDraft['refused'] {
  return refused !== null && stepForRejection(refused) === mended ? null : refused;
}
