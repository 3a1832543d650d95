import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useErrorWords } from '#src/data/text/error-messages.ts';
import { NotFetched } from '#src/ui/feedback/not-fetched.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import type { useTeam } from './use-team.ts';

interface NoTeamYetProps extends Pick<ReturnType<typeof useTeam>, 'online' | 'fetching'> {
  title: ReactNode;
}

/** While this device does not know the team: it comes, it failed, or there is no network. */
export function NoTeamYet({ title, online, fetching }: NoTeamYetProps) {
  const { t } = useLingui();
  const errorWords = useErrorWords();
  return (
    <Page title={title}>
      <NotFetched
        online={online}
        failure={fetching.failure === null ? null : errorWords(fetching.failure)}
        busy={fetching.busy}
        onRetry={() => void fetching.run()}
        failed={<Trans>Your team could not be loaded.</Trans>}
        later={<Trans>Your team appears here once you are online.</Trans>}
        bones={
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
