import type { ScanVerdict } from '#schemas/api/scan-calls.ts';
import type { Refusal } from '#schemas/refusal.ts';
import type { PhotoSubject, ScanDocument } from '#schemas/scan.ts';
import type { ScanValidity } from '#schemas/scan-validity.ts';
import type { ScanRow } from './scan-row.ts';

/** A product captured by camera or typed. */
export interface CapturedScan {
  readonly type: string;
  readonly size: string;
  readonly variant: string;
  /** Null for a generic scan. */
  readonly serial_number: string | null;
  readonly is_unique: boolean;
  readonly manual: boolean;
  /** Answers to the product question, as JSON text. */
  readonly survey?: string | null;
  /** Key of the photo stored on this device, from `photos.save`. */
  readonly imageIdxDB?: string | null;
  /** Subject of the photo. */
  readonly photo_of?: PhotoSubject | null | undefined;
  readonly requiresTagPhoto?: boolean;
  readonly requiresSurvey?: boolean;
  readonly confirmed?: boolean;
  readonly isValidated?: boolean;
  readonly isValid?: boolean | null;
  /** Reason why the product isn't valid. */
  readonly refusal?: ScanValidity['refusal'];
}
export type ScanChanges = Partial<CapturedScan> & { readonly projects_id?: string };

/** Events of a scan. `opId` is the id of the edit that the event creates. */
export type ScanEvent =
  /** The user saved the scan to a project. */
  | { readonly type: 'saved'; readonly projectId: string; readonly opId: string }
  | { readonly type: 'edited'; readonly changes: ScanChanges; readonly opId: string }
  /** A new photo that a reviewer requested: only the photo changes. */
  | {
      readonly type: 'photo_replaced';
      readonly photo: Pick<ScanDocument, 'imageIdxDB' | 'photo_of'>;
      readonly opId: string;
    }
  /** The user discarded the new photo. */
  | { readonly type: 'new_photo_discarded'; readonly opId: string }
  /** Resends a rejected edit unchanged. */
  | { readonly type: 'retried'; readonly opId: string }
  | { readonly type: 'removed'; readonly opId: string }
  /** The user undid saving the scan to this project. A new scan replaces it in the batch. */
  | { readonly type: 'save_undone'; readonly projectId: string; readonly opId: string }
  /** An edit from an imported file, of a scan that the server has. Ignored if either side has changed since. */
  | { readonly type: 'edit_imported'; readonly row: ScanRow }
  /** A removal from an imported file, always sent to the server. */
  | { readonly type: 'removal_imported'; readonly opId: string }
  /** Result of the registry's check of a captured scan. It only changes marks on this device. */
  | { readonly type: 'checked'; readonly marks: ScanValidity }
  | { readonly type: 'photo_sent'; readonly photoId: string }
  | { readonly type: 'photo_rejected'; readonly photoId: string; readonly refusal: Refusal }
  /**
   * The server will never have the scan's project. Moves the scan to another project, or detaches it, so that
   * the user can choose one.
   */
  | {
      readonly type: 'project_detached';
      readonly replacement: string | null;
      readonly opId: string;
    }
  | { readonly type: 'verdict'; readonly verdict: ScanVerdict };
