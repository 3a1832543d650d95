import type { Project, ProjectDocument } from '#schemas/project.ts';
import { collections } from '#schemas/collections.ts';
import type { CallError } from '../../http/call-error.ts';

/** A project as the replication carries it. */
export type ProjectRow = ProjectDocument & { readonly deleted: boolean };

/** Whether a project's closing goes to the server now. */
export function isClosingToBeSent(row: ProjectRow): boolean {
  return !row.deleted && row.state === 'waiting' && row.closing?.released === true;
}

/** The project after the server took its closing. */
export function closed(project: Project): ProjectRow {
  return { ...collections.projects.fromWire(project), deleted: project.deleted };
}

/** The project whose closing was refused; the answers stay, to be mended and sent again. */
export function closingRefused(row: ProjectRow, error: CallError): ProjectRow {
  const said = error.errors[0];
  return {
    ...row,
    state: 'refused',
    refusal: { code: error.code, message: (said?.message ?? '').slice(0, 500) },
    closing: row.closing && { ...row.closing, released: false },
  };
}

/** Joins what a pull brought with a closing that this device has not had answered yet. */
export function joinPulledProject(local: ProjectRow | null, pulled: ProjectRow): ProjectRow {
  if (local === null || local.closing === null) return pulled;
  const { state, closing, refusal } = local;
  return { ...pulled, state, closing, refusal };
}
