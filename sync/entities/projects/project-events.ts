import type { Project, ProjectAddress, ProjectClosing, ProjectDateEdit } from '#schemas/project.ts';
import type { Refusal } from '#schemas/refusal.ts';
import type { SurveyResponse } from '#schemas/survey.ts';

/** Events of a project. */
export type ProjectEvent =
  /** Edits the address or name of a project that the server doesn't have. */
  | { readonly type: 'edited'; readonly opId: string; readonly address: ProjectAddress }
  /** Changes the installation date of an open project that isn't from a lead. `seenDate`: see `setProjectDate`. */
  | {
      readonly type: 'date_changed';
      readonly opId: string;
      readonly date: string | null;
      readonly seenDate?: string | null | undefined;
    }
  /**
   * Drops a pending or rejected date in favour of the server's. Removes a project that the server
   * no longer has.
   */
  | { readonly type: 'date_withdrawn' }
  /** A date from an imported file. */
  | { readonly type: 'date_imported'; readonly edit: ProjectDateEdit }
  /** Resends a rejected creation unchanged. */
  | { readonly type: 'creation_retried' }
  /** Drops changes of a new project that someone else has closed in the meantime. */
  | { readonly type: 'correction_withdrawn' }
  /** Discards a project that the server doesn't have, together with its closing. */
  | { readonly type: 'discarded' }
  /**
   * The user answered the closing survey. The closing is held while any product of the project is
   * waiting, rejected or being removed.
   */
  | { readonly type: 'closed'; readonly opId: string; readonly response: SurveyResponse }
  | { readonly type: 'closing_cancelled' }
  /** Releases the held closing, which is then sent and can no longer be cancelled. */
  | { readonly type: 'closing_released' }
  /** A closing from an imported file. */
  | {
      readonly type: 'closing_imported';
      readonly closing: ProjectClosing;
      readonly refusal: Refusal | null;
    }
  /** The closing of a project that this one replaces. Rejected at once if this project is closed. */
  | { readonly type: 'closing_moved'; readonly closing: ProjectClosing }
  /** The server's response to a request by the user that created or changed the project. */
  | { readonly type: 'received'; readonly project: Project }
  | { readonly type: 'dropped' }
  /** The server accepted an edit, given by its id. */
  | { readonly type: 'accepted'; readonly edit: string; readonly project: Project };
