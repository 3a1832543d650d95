import type { ClubDatabase } from '#sync/store/database.ts';
import { rowsByState } from '#sync/store/reads.ts';

/** Finds the projects that unsent agreements create. Returns the id of each project's lead, by project id. */
export async function findAgreedProjects({
  collections: { leads },
}: ClubDatabase): Promise<ReadonlyMap<string, string>> {
  const leadsWithEdits = [
    ...(await rowsByState(leads, 'waiting')),
    ...(await rowsByState(leads, 'refused')),
  ];
  return new Map(
    leadsWithEdits.flatMap(({ uuid, edits }) =>
      edits.flatMap(({ project_id }) => (project_id ? [[project_id, uuid] as const] : [])),
    ),
  );
}
