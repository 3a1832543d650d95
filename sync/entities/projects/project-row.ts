import { splitLeadAnswers } from '#schemas/lead-survey.ts';
import type { ProjectAddress, ProjectDocument } from '#schemas/project.ts';
import type { WireFormat, WireRequest } from '#sync/engine/wire-format.ts';

/** A project with its tombstone flag. */
export type ProjectRow = ProjectDocument & { readonly deleted: boolean };

export type ProjectRequest =
  | WireRequest<'createProject'>
  | WireRequest<'updateProjectInstallationDate'>
  | WireRequest<'submitProjectSurvey'>;

/** Creates the project if the server doesn't have it, then sends its date and its released closing. */
export const projectWire: WireFormat<ProjectRow, ProjectRequest> = {
  nextRequest(row) {
    const { uuid, state, deleted, unbegun, awaits_lead, closing } = row;
    if (deleted || state !== 'waiting' || awaits_lead !== null) return null;
    if (unbegun) return creationRequest(row);
    const date = waitingDate(row);
    if (date !== null) return dateRequest(uuid, date);
    if (!closing?.released) return null;
    return {
      call: 'submitProjectSurvey',
      edit: closing.uuid,
      params: { id: uuid },
      body: { uuid: closing.uuid, data: splitLeadAnswers(closing.response) },
    };
  },
  afterRequest(row, isAccepted) {
    if (row.deleted) return null;
    if (row.unbegun) return isAccepted ? { ...row, unbegun: false } : null;
    // A rejected date doesn't block a closing. Without a closing, the row waits for the user's decision.
    return waitingDate(row) && (isAccepted || row.closing) ? { ...row, date_edit: null } : null;
  },
};

/**
 * True if the server has a project, so that its products can be sent. Products of a rejected
 * project wait for the user's decision on it; they aren't rejected themselves (F06).
 * @param project as stored on this device
 * @param savedIds ids of leads and projects that the server accepted after `project` was read
 */
export function isProjectOnServer(project: object, savedIds: ReadonlySet<string>): boolean {
  const { uuid, awaits_lead, unbegun } = project as ProjectRow;
  if ((awaits_lead ?? null) !== null) return savedIds.has(awaits_lead ?? '');
  return !unbegun || savedIds.has(uuid);
}

/** Returns the date to send; null if there is none, or if it was rejected. */
export function waitingDate(row: ProjectRow): ProjectRow['date_edit'] {
  // The worker may read a document written by an older build.
  const { date_edit, date_refusal }: Partial<ProjectRow> = row;
  return (date_refusal ?? null) === null ? (date_edit ?? null) : null;
}

/** Returns the id of the edit that creates the project: first the project's own id, later the latest edit's. */
export function creationEditId({
  uuid,
  op_id,
  prior_op_ids,
}: Pick<ProjectDocument, 'uuid' | 'op_id' | 'prior_op_ids'>): string {
  return prior_op_ids.length === 0 ? uuid : op_id;
}

function dateRequest(
  id: string,
  { uuid, date, known_dates }: NonNullable<ProjectRow['date_edit']>,
): ProjectRequest {
  return {
    call: 'updateProjectInstallationDate',
    edit: uuid,
    params: { id },
    body: { installation_date: date, known_dates },
    // The same date may be set twice, with someone else's change in between.
    idempotencyKey: uuid,
  };
}

function creationRequest(row: ProjectRow): ProjectRequest {
  const { uuid, op_id, name, street_name, postal_code, city, installation_date } = row;
  // The worker may read a document written by an older build.
  const prior_op_ids = (row as Partial<ProjectRow>).prior_op_ids ?? [];
  const edit = creationEditId({ uuid, op_id, prior_op_ids });
  const address = {
    name,
    streetName: street_name,
    postalCode: postal_code,
    city,
    installationDate: installation_date,
  };
  // The request needs no idempotency key, because the project's id makes it idempotent and the response contains the
  // current version.
  return { call: 'createProject', edit, body: { ...address, uuid, op_id: edit, prior_op_ids } };
}

/** Stage of a project's closing; null if there is none. */
type ClosingStage = 'held' | 'sending' | 'refused';

export function closingStage({
  closing,
  state,
}: Pick<ProjectDocument, 'closing' | 'state'>): ClosingStage | null {
  if (closing === null) return null;
  if (state === 'refused') return 'refused';
  return closing.released ? 'sending' : 'held';
}

/** Maps the creation form to project fields. */
export function fieldsFromForm(form: ProjectAddress) {
  const { name = '', streetName, postalCode, city = '', installationDate = null } = form;
  return {
    name,
    street_name: streetName,
    postal_code: postalCode,
    city,
    installation_date: installationDate,
  };
}
