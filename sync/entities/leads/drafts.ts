import type { Observable } from 'rxjs';
import type { AgreementItem, LeadAddress } from '#schemas/lead-edit.ts';
import {
  deleteLocal,
  saveLocal,
  localValue$,
  type LocalDocuments,
} from '../../store/local-documents.ts';

/** Draft of a lead's agreement step (spec 2, "Lead management draft"). */
interface LeadDraft {
  readonly location: LeadAddress | null;
  readonly installationDate: string | null;
  readonly checklist: readonly AgreementItem[];
}

/** Drafts, one per lead: they survive restarts and are deleted after the step. */
export interface LeadDrafts {
  /** Emits the draft and its changes; null if there is no draft. */
  draft$(leadId: string): Observable<LeadDraft | null>;
  /** Resolves after the local commit; throws SyncError. */
  saveDraft(leadId: string, draft: LeadDraft): Promise<void>;
  deleteDraft(leadId: string): Promise<void>;
}

export function createLeadDrafts(database: LocalDocuments): LeadDrafts {
  const keyOf = (leadId: string) => `lead-draft ${leadId}`;
  return {
    draft$: (leadId) => localValue$<LeadDraft>(database, keyOf(leadId)),
    saveDraft: (leadId, { location, installationDate, checklist }) =>
      saveLocal(database, keyOf(leadId), {
        location,
        installationDate,
        checklist: [...checklist],
      }),
    deleteDraft: (leadId) => deleteLocal(database, keyOf(leadId)),
  };
}
