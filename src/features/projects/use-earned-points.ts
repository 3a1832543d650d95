import type { ProjectDocument } from '#schemas/project.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { pointsByProject } from '#src/features/balance/queries.ts';

/** Points earned by the closed projects, by project id; undefined while loading. */
export function useEarnedPoints(
  projects: readonly ProjectDocument[] | undefined,
): ReadonlyMap<string, number> | undefined {
  const closedProjects = projects?.filter(({ project_closed }) => project_closed !== null) ?? [];
  return useLiveQuery(
    (account) => pointsByProject(account, closedProjects),
    [closedProjects.map(({ uuid, project_closed }) => uuid + String(project_closed)).join()],
  );
}
