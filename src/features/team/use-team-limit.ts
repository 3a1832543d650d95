import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { isTeamFull, type TeamMember } from '#schemas/team.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';

/** Message shown when the country's limit is reached (spec 2 §5, §8); null otherwise. */
export function useTeamFullReason(members: readonly TeamMember[] | undefined): string | null {
  const { t } = useLingui();
  const limit = useSingleton('configuration')?.team_limit;
  if (!members || !isTeamFull(members, limit)) return null;
  const owners = plural(limit?.owners ?? 0, { one: '# owner', other: '# owners' });
  const installers = plural(limit?.installers ?? 0, { one: '# installer', other: '# installers' });
  return t`The team is full: in your country it may have ${owners} and ${installers}.`;
}
