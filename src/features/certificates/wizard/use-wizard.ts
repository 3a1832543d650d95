import { type Dispatch, useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import { languageById, sourceLanguage } from '#schemas/languages.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import {
  type CertificateCategory,
  earliestExpiration,
  latestExpiration,
  MINIMUM_VALIDITY_MONTHS,
} from '#schemas/warranty-certificate.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRefetch } from '#src/data/requests/use-refetch.ts';
import { useToday } from '#src/data/time/use-server-time.ts';
import { photosOfProject } from '#src/features/job-photos/queries.ts';
import { projectById } from '#src/features/projects/queries.ts';
import { scansOfProject } from '#src/features/scan/queries.ts';
import { dismissToastsAbout } from '#src/ui/feedback/toast.tsx';
import {
  type FilledDraft,
  filledDraft,
  printablePhotos,
  proposedCustomer,
  proposedExpiration,
  type ProjectEligibility,
  projectEligibility,
} from './certificate-form.ts';
import {
  emptyDraft,
  saveDraft,
  readDraft,
  type WizardDraft,
  type CustomerEntry,
  type ProductGroup,
  type WizardStep,
  scannedProducts,
} from './draft.ts';
import { stepForRejection } from './rejection.ts';

/** Maximum number of products to read. It's higher than the number of products in any project. */
const MAX_SCANS = 1000;
/** Subject of the toast about a removed product. */
export const REMOVED_PRODUCT_TOAST = 'certificate product';

/** State of the certificate wizard. */
export interface Wizard {
  readonly draft: WizardDraft;
  readonly dispatch: Dispatch<WizardEvent>;
  /** Deletes the draft once the certificate is issued. */
  readonly finish: () => void;
  readonly isFinished: boolean;
  /** The selected project. Null if none is selected, or if it isn't on this device. */
  readonly project: ProjectDocument | null;
  /** Null if no project is selected, or if the selected project isn't loaded yet. */
  readonly eligibility: ProjectEligibility | null;
  /** Products that certificates may cover; undefined until fetched. */
  readonly catalogue: readonly CertificateCategory[] | undefined;
  readonly catalogueFetch: ReturnType<typeof useRefetch>;
  /** The current day, and the first and last day on which a certificate may expire. */
  readonly today: string;
  readonly earliest: string;
  readonly latest: string;
  /** The draft completed with proposed values; null until those are known. */
  readonly filledDraft: FilledDraft | null;
}

/** @returns undefined while loading */
export function useWizard(): Wizard | undefined {
  const savedDraft = useDraft();
  const { draft } = savedDraft;
  const projectId = draft.project ?? '';
  const project = useLiveQuery((account) => projectById(account, projectId), [projectId]);
  const collectionState = useCollectionState('projects');
  const { singletons } = useAccount();
  // A product removed from this certificate must not be restored into another.
  useEffect(() => () => dismissToastsAbout(REMOVED_PRODUCT_TOAST), []);
  const catalogueFetch = useRefetch(() => singletons.fetchCertificateCatalogue());
  const catalogue = useSingleton('certificateCatalogue');
  const minimumMonths =
    useSingleton('configuration')?.warranty_minimum_months ?? MINIMUM_VALIDITY_MONTHS;
  const today = useToday();
  const earliest = earliestExpiration(today, minimumMonths);
  const latest = latestExpiration(today, earliest, catalogue ?? []);
  const filledDraft = useFilledDraft(draft, project ?? null, { catalogue, today, earliest });
  if (project === undefined) return undefined;
  const isProjectKnown =
    draft.project !== null && (project !== null || collectionState === 'empty');
  const eligibility = isProjectKnown ? projectEligibility(project) : null;
  return {
    ...savedDraft,
    project,
    eligibility,
    catalogue,
    catalogueFetch,
    today,
    earliest,
    latest,
    filledDraft,
  };
}

/** Manages the draft, and saves it on every change, so that a crash loses only the last letter. */
function useDraft() {
  const { user_id: userId } = useAccount().identity;
  const [draft, dispatch] = useReducer(reduceWizard, null, () => readDraft(draftStorage, userId));
  const [isFinished, setIsFinished] = useState(false);
  useEffect(() => {
    if (!isFinished) saveDraft(draftStorage, userId, draft);
  }, [userId, draft, isFinished]);
  const finish = useCallback(() => {
    setIsFinished(true);
    saveDraft(draftStorage, userId, emptyDraft);
  }, [userId]);
  return { draft, dispatch, finish, isFinished };
}

function useFilledDraft(
  draft: WizardDraft,
  project: ProjectDocument | null,
  { catalogue, today, earliest }: Pick<Wizard, 'catalogue' | 'today' | 'earliest'>,
): FilledDraft | null {
  const { region } = useAccount().identity;
  const projectId = project?.uuid ?? '';
  const scans = useLiveQuery(
    (account) => scansOfProject(account, projectId, MAX_SCANS),
    [projectId],
  );
  const types = useSingleton('categories');
  const photos = useLiveQuery((account) => photosOfProject(account, projectId), [projectId]);
  const languagesId = useSingleton('self')?.languages_id;
  return useMemo(() => {
    if (project === null || !catalogue || !scans || !photos) return null;
    const language =
      (languagesId === undefined ? null : languageById(languagesId)) ?? sourceLanguage;
    return filledDraft(draft, project.uuid, {
      products: scannedProducts(scans, types ?? [], catalogue),
      photos: printablePhotos(photos),
      customer: proposedCustomer(project, { region, language }),
      expirationOf: (products) => proposedExpiration(products, catalogue, { today, earliest }),
    });
  }, [draft, project, catalogue, scans, photos, types, languagesId, region, today, earliest]);
}

// State machine of the certificate draft.

export type WizardEvent =
  /** Starts a new draft for a project, unless that project is already selected. */
  | { readonly name: 'project_selected'; readonly project: string }
  /** Selects a project from its own screen, which skips the project step (spec 2 §2). */
  | { readonly name: 'project_opened'; readonly project: string }
  | { readonly name: 'step_changed'; readonly step: WizardStep }
  | { readonly name: 'products_changed'; readonly products: readonly ProductGroup[] }
  | {
      readonly name: 'customer_changed';
      readonly customer: CustomerEntry;
      /** Null as long as the user hasn't changed the proposed date. */
      readonly expiration_date: string | null;
    }
  | { readonly name: 'photos_changed'; readonly photos: readonly string[] }
  | { readonly name: 'confirmed'; readonly confirmed: boolean }
  /** The certificate was sent with these values. The draft keeps them, so that a retry sends the same ones. */
  | {
      readonly name: 'sent';
      readonly products: readonly ProductGroup[];
      readonly customer: CustomerEntry;
      readonly expiration_date: string;
    }
  | { readonly name: 'outcome_unknown' }
  | { readonly name: 'rejected'; readonly code: string; readonly field: string }
  | { readonly name: 'discarded' };

/** Any edit clears the confirmation, and the mark that the draft was sent without a response. */
const unconfirmedState = { confirmed: false, asked: false } as const;

export function reduceWizard(draft: WizardDraft, event: WizardEvent): WizardDraft {
  switch (event.name) {
    case 'project_selected':
      return selectProject(draft, event.project, 1);
    case 'project_opened':
      return selectProject(draft, event.project, 2);
    case 'step_changed':
      return draft.project === null ? draft : { ...draft, step: event.step };
    case 'products_changed':
      return {
        ...draft,
        ...unconfirmedState,
        products: event.products.map((group) => ({ ...group, products: [...group.products] })),
        refused: remainingRejection(draft, 2),
      };
    case 'customer_changed': {
      const { customer, expiration_date } = event;
      return {
        ...draft,
        ...unconfirmedState,
        customer,
        expiration_date,
        refused: remainingRejection(draft, 3),
      };
    }
    case 'photos_changed':
      return { ...draft, ...unconfirmedState, photos: [...event.photos] };
    case 'confirmed':
      return { ...draft, confirmed: event.confirmed };
    case 'sent': {
      const { products, customer, expiration_date } = event;
      return { ...draft, products: [...products], customer, expiration_date, refused: null };
    }
    case 'outcome_unknown':
      return { ...draft, asked: true };
    case 'rejected': {
      const { code, field } = event;
      return { ...draft, asked: false, refused: { code, field } };
    }
    case 'discarded':
      return emptyDraft;
  }
}

/**
 * Selects a project. If it was already selected, its draft is kept, and the draft's step changes only if it's before
 * `minStep`.
 */
function selectProject(draft: WizardDraft, project: string, minStep: WizardStep): WizardDraft {
  if (draft.project !== project) return { ...emptyDraft, project, step: minStep };
  return draft.step < minStep ? { ...draft, step: minStep } : draft;
}

/** Returns the rejection that remains after a step was changed: null if the rejection was about that step. */
function remainingRejection(
  { refused: rejection }: WizardDraft,
  changedStep: WizardStep,
): WizardDraft['refused'] {
  return rejection !== null && stepForRejection(rejection) === changedStep ? null : rejection;
}
