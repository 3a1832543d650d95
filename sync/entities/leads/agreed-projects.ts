import type { ClubDatabase } from '#sync/store/database.ts';
import { rowsByState } from '#sync/store/reads.ts';

/** Maps each project that an unsent agreement creates to its lead. */
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
