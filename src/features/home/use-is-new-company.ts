import { useCollectionState } from '#src/data/live/collection-state.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { newestProjects } from '#src/features/projects/queries.ts';

/** Returns true if the company hasn't closed a project yet; false while loading. */
export function useIsNewCompany(): boolean {
  const closedProjects = useLiveQuery((account) => newestProjects(account, 'closed', 1), []);
  return useCollectionState('projects') === 'empty' && closedProjects?.length === 0;
}
