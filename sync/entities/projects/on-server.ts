import type { ClubDatabase } from '../../store/database.ts';
import { findRows } from '../../store/documents.ts';
import { isProjectOnServer } from './project-row.ts';

/**
 * Returns the projects whose products can be sent now: those that don't wait for their own creation or for an edit of
 * their lead. Includes projects that are unknown to this device; the server decides on them (F06).
 */
export async function findProjectsOnServer(
  { collections: { projects } }: ClubDatabase,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const projectsById = await findRows(projects, ids);
  return new Set(
    ids.filter((id) => {
      const project = projectsById.get(id);
      return !project || project.deleted || isProjectOnServer(project, NO_IDS);
    }),
  );
}

const NO_IDS: ReadonlySet<string> = new Set();
