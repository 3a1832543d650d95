import type { ClubDatabase } from '../../store/database.ts';
import { findRows } from '../../store/documents.ts';
import { isProjectOnServer } from './project-row.ts';

/**
 * Which of these projects nothing has to come before any more: neither the lead that makes one, nor the
 * request that begins it. One that this device does not know is none of them; the server will say (F06).
 */
export async function findProjectsOnServer(
  { collections: { projects } }: ClubDatabase,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await findRows(projects, ids);
  return new Set(
    ids.filter((id) => {
      const project = found.get(id);
      return !project || project.deleted || isProjectOnServer(project, NOTHING);
    }),
  );
}

const NOTHING: ReadonlySet<string> = new Set();
