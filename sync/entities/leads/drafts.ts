import { distinctUntilChanged, map, type Observable } from 'rxjs';
import type { AgreementItem, LeadAddress } from '#schemas/lead-edit.ts';
import { isSame } from '../../store/is-same.ts';
import type { ClubDatabase } from '../../store/database.ts';
import { storeFailure } from '../../store/sync-error.ts';

/** What a person has entered in a lead's agreement step so far (spec 2, "Lead management draft"). */
export interface LeadDraft {
  readonly location: LeadAddress | null;
  readonly installationDate: string | null;
  readonly checklist: readonly AgreementItem[];
}

/** Drafts, one per lead: they survive closing the app and are gone once the step is done. */
export interface LeadDrafts {
  /** Live; null where there is none. */
  draft$(leadId: string): Observable<LeadDraft | null>;
  /** Resolves after the local commit; throws SyncError. */
  keepDraft(leadId: string, draft: LeadDraft): Promise<void>;
  dropDraft(leadId: string): Promise<void>;
}

export function createLeadDrafts(database: ClubDatabase): LeadDrafts {
  return {
    draft$: (leadId) =>
      database.getLocal$<{ value: LeadDraft }>(keyOf(leadId)).pipe(
        // RxDB's types make it read-only all the way down; it is what was put in.
        map((kept) => (kept?.toJSON().data.value ?? null) as LeadDraft | null),
        distinctUntilChanged<LeadDraft | null>(isSame),
      ),
    async keepDraft(leadId, { location, installationDate, checklist }) {
      const value = { location, installationDate, checklist: [...checklist] };
      await database.upsertLocal(keyOf(leadId), { value }).catch((error: unknown) => {
        throw storeFailure(error);
      });
    },
    async dropDraft(leadId) {
      const kept = await database.getLocal(keyOf(leadId));
      await kept?.remove().catch((error: unknown) => {
        throw storeFailure(error);
      });
    },
  };
}

function keyOf(leadId: string): string {
  return `lead-draft ${leadId}`;
}
