import { type Generated, type GeneratedAlways } from 'kysely';
import { type DecisionKind } from '#schemas/operator/review-calls.ts';
import { type RegionId } from '#schemas/regions.ts';

/** Reviewers' decisions. A decision takes effect a few seconds later, and can be undone until then. */
interface ReviewDecisionsTable {
  uuid: string;
  scan: string;
  project: string;
  company_id: string;
  operator_id: string;
  kind: DecisionKind;
  /** Reason code; null for an accepted product. */
  code: string | null;
  /**
   * Note to the installer. It's deleted once the outcome is known, because the scan then contains the note, or the
   * decision had no effect.
   */
  note: string | null;
  /** The product's `rev` when the reviewer saw it. */
  seen_version: number;
  made_at: Date;
  /** Earliest time at which the decision takes effect. */
  due_at: Date;
  settled_at: Generated<Date | null>;
  /** `done`, `undone` or an error code; null until the decision takes effect or is undone. */
  outcome: Generated<string | null>;
  region_id: GeneratedAlways<RegionId>;
  /** When the product was added. */
  scanned_at: GeneratedAlways<Date>;
}

export interface ReviewTables {
  review_decisions: ReviewDecisionsTable;
}
