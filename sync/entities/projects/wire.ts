import { splitLeadAnswers } from '#schemas/lead-survey.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { Wire, WireRequest } from '../../engine/wire.ts';

/** A project with what says that it is a tombstone. */
export type ProjectRow = ProjectDocument & { readonly deleted: boolean };

export type ProjectRequest = WireRequest<'createProject'> | WireRequest<'submitProjectSurvey'>;

/** A project is begun, where the server does not have it, and then closed once nothing holds that. */
export const projectWire: Wire<ProjectRow, ProjectRequest> = {
  next(row) {
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
  after(row, isTaken) {
    if (!isTaken || !row.unbegun) return null;
    return { ...row, unbegun: false };
  },
};

/**
 * Whether a project is on the server, so that what belongs to it may go (F06).
 * @param project as this device has it
 * @param done leads and projects whose edits the server has taken since
 */
export function isProjectOnServer(project: object, done: ReadonlySet<string>): boolean {
  const { uuid, awaits_lead, unbegun, state } = project as ProjectRow;
  if ((awaits_lead ?? null) !== null) return done.has(awaits_lead ?? '');
  // One that the server would not begin is for it to say once more, of each of its products.
  return !unbegun || state !== 'waiting' || done.has(uuid);
}

function beginning(row: ProjectRow): ProjectRequest {
  const { uuid, name, street_name, postal_code, city } = row;
  return {
    call: 'createProject',
    edit: uuid,
    body: { uuid, name, streetName: street_name, postalCode: postal_code, city },
    idempotencyKey: uuid,
  };
}
