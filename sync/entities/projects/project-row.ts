import { splitLeadAnswers } from '#schemas/lead-survey.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { WireFormat, WireRequest } from '#sync/engine/wire-format.ts';

/** A project with what says that it is a tombstone. */
export type ProjectRow = ProjectDocument & { readonly deleted: boolean };

export type ProjectRequest = WireRequest<'createProject'> | WireRequest<'submitProjectSurvey'>;

/** A project is begun, where the server does not have it, and then closed once nothing holds that. */
export const projectWire: WireFormat<ProjectRow, ProjectRequest> = {
  nextRequest(row) {
    const { uuid, state, deleted, unbegun, awaits_lead, closing } = row;
    if (deleted || state !== 'waiting' || awaits_lead !== null) return null;
    if (unbegun) return beginning(row);
    if (!closing?.released) return null;
    return {
      call: 'submitProjectSurvey',
      edit: closing.uuid,
      params: { id: uuid },
      body: { uuid: closing.uuid, data: splitLeadAnswers(closing.response) },
    };
  },
  afterRequest(row, isTaken) {
    if (!isTaken || !row.unbegun) return null;
    return { ...row, unbegun: false };
  },
};

/**
 * Whether a project is on the server, so that what belongs to it may go. What was scanned to one that the
 * server would not begin waits for the person's decision on the project: it is not refused itself (F06).
 * @param project as this device has it
 * @param done leads and projects whose edits the server has taken since
 */
export function isProjectOnServer(project: object, done: ReadonlySet<string>): boolean {
  const { uuid, awaits_lead, unbegun } = project as ProjectRow;
  if ((awaits_lead ?? null) !== null) return done.has(awaits_lead ?? '');
  return !unbegun || done.has(uuid);
}

/** The edit that begins a project: the first goes by the project's own id, a correction by one of its own. */
export function creationEditId({
  uuid,
  op_id,
  prior_op_ids,
}: Pick<ProjectDocument, 'uuid' | 'op_id' | 'prior_op_ids'>): string {
  return prior_op_ids.length === 0 ? uuid : op_id;
}

function beginning(row: ProjectRow): ProjectRequest {
  const { uuid, op_id, name, street_name, postal_code, city } = row;
  // The worker may read a document that lies there as an older build has written it.
  const prior_op_ids = (row as Partial<ProjectRow>).prior_op_ids ?? [];
  const edit = creationEditId({ uuid, op_id, prior_op_ids });
  const address = { name, streetName: street_name, postalCode: postal_code, city };
  // No key: by its id it is begun once, and the answer says how it stands now.
  return { call: 'createProject', edit, body: { ...address, uuid, op_id: edit, prior_op_ids } };
}
