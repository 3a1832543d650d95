import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isTeamFull, type TeamMember } from '#schemas/team.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRefetch } from '#src/data/requests/use-refetch.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { FetchFallback } from '#src/ui/feedback/fetch-fallback.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { useFetchTeam } from './actions.ts';

interface TeamUnavailableProps extends Pick<ReturnType<typeof useTeam>, 'online' | 'request'> {
  title: ReactNode;
}

/** Loading, failed and offline states of the team screens. */
export function TeamUnavailable({ title, online, request }: TeamUnavailableProps) {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  return (
    <Page title={title}>
      <FetchFallback
        online={online}
        error={request.failure === null ? null : errorText(request.failure)}
        busy={request.busy}
        onRetry={() => void request.run()}
        errorTitle={<Trans>Your team couldn’t be loaded.</Trans>}
        offlineText={<Trans>Your team appears here once you’re online.</Trans>}
        skeleton={
          <Skeleton label={t`Loading your team`}>
            <SkeletonRow />
            <SkeletonRow />
            <SkeletonRow />
          </Skeleton>
        }
      />
    </Page>
  );
}

/** The saved team, refetched when a screen opens. */
export function useTeam() {
  return { members: useSingleton('team'), ...useRefetch(useFetchTeam()) };
}

/** Message shown when the country's limit is reached (spec 2 §5, §8); null otherwise. */
export function useTeamFullReason(members: readonly TeamMember[] | undefined): string | null {
  const { t } = useLingui();
  const limit = useSingleton('configuration')?.team_limit;
  if (!members || !isTeamFull(members, limit)) return null;
  const owners = plural(limit?.owners ?? 0, { one: '# owner', other: '# owners' });
  const installers = plural(limit?.installers ?? 0, { one: '# installer', other: '# installers' });
  return t`Your team is full. In your country, a team can have ${owners} and ${installers}.`;
}
