import type { ClubDatabase } from '#sync/store/database.ts';
import { rowsByState } from '#sync/store/reads.ts';

/** The projects that waiting agreements make, each with its lead. */
export async function findAgreedProjects({
  collections: { leads },
}: ClubDatabase): Promise<ReadonlyMap<string, string>> {
  const waiting = [
    ...(await rowsByState(leads, 'waiting')),
    ...(await rowsByState(leads, 'refused')),
  ];
  return new Map(
    waiting.flatMap(({ uuid, edits }) =>
      edits.flatMap(({ project_id }) => (project_id ? [[project_id, uuid] as const] : [])),
    ),
  );
}
