import type { ProjectDocument } from '#schemas/project.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { bookedByProject } from '#src/features/balance/queries.ts';

/** What the ledger has booked for those of the projects that are closed, by their ids; undefined while it is read. */
export function useBookedPoints(
  projects: readonly ProjectDocument[] | undefined,
): ReadonlyMap<string, number> | undefined {
  const closed = projects?.filter(({ project_closed }) => project_closed !== null) ?? [];
  return useLiveQuery(
    (account) => bookedByProject(account, closed),
    [closed.map(({ uuid, project_closed }) => uuid + String(project_closed)).join()],
  );
}
