import type { ClubDatabase } from '#sync/store/database.ts';
import { reconcile } from '#sync/store/documents.ts';
import { nextProject } from './machine.ts';
import type { ProjectRow } from './project-row.ts';

/**
 * Moves the unsent closing of a project that the server will never have to the project that replaces it. If this device
 * doesn't have that project yet, a copy takes its place until it is pulled.
 * @throws SyncError
 */
export async function moveClosing(
  { collections: { projects } }: ClubDatabase,
  project: ProjectRow,
  replacementId: string,
): Promise<void> {
  const { closing } = project;
  if (closing === null) return;
  const copy = {
    ...project,
    uuid: replacementId,
    awaits_lead: null,
    closing: null,
    // These describe the former project on the server.
    sent_closing: null,
    prior_op_ids: [],
    received: false,
  };
  const row = nextProject(copy, { type: 'closing_moved', closing });
  await reconcile(projects, [row], (storedRow) =>
    storedRow.deleted ? row : nextProject(storedRow, { type: 'closing_moved', closing }),
  );
}
