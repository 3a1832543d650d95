import type { ClubDatabase } from '../../store/database.ts';
import { storedRows } from '../../store/documents.ts';
import { isProjectOnServer } from './wire.ts';

/**
 * Which of these projects nothing has to come before any more: neither the lead that makes one, nor the
 * request that begins it. One that this device does not know is none of them; the server will say (F06).
 */
export async function projectsOnServer(
  { collections: { projects } }: ClubDatabase,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await storedRows(projects, ids);
  return new Set(
    ids.filter((id) => {
      const project = found.get(id);
      return !project || project.deleted || isProjectOnServer(project, NOTHING);
    }),
  );
}

const NOTHING: ReadonlySet<string> = new Set();
