import { useState } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useProjectsLead } from '#src/features/leads/queries.ts';
import { readLastProject } from '#src/features/projects/actions.ts';
import { newestProjects, projectById } from '#src/features/projects/queries.ts';
import { type ChosenProject, chooseProject } from './choose-project.ts';

/**
 * The project that captured scans are proposed for.
 * @param askedId what the person came for
 * @returns undefined while it is being read, null where none is
 */
export function useChosenProject(askedId: string | undefined): ChosenProject | null | undefined {
  const { user_id: userId } = useAccount().identity;
  const [lastId] = useState(() => readLastProject(localStorage, userId));
  const namedId = askedId ?? lastId ?? '';
  const named = useLiveQuery((account) => projectById(account, namedId), [namedId]);
  // Two say whether there is more than one.
  const open = useLiveQuery((account) => newestProjects(account, 'open', 2), []);
  const guess = named ?? open?.[0] ?? null;
  const lead = useProjectsLead(guess?.lead ?? null);
  if (named === undefined || open === undefined || lead === undefined) return undefined;
  return chooseProject({
    asked: askedId === undefined ? undefined : named,
    last: named,
    isLastCancelled: lead?.status === 'lost',
    open,
  });
}
