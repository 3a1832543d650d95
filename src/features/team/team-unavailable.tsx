import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { FetchFallback } from '#src/ui/feedback/fetch-fallback.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import type { useTeam } from './use-team.ts';

interface TeamUnavailableProps extends Pick<ReturnType<typeof useTeam>, 'online' | 'fetching'> {
  title: ReactNode;
}

/** Loading, failed and offline states of the team screens. */
export function TeamUnavailable({ title, online, fetching }: TeamUnavailableProps) {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  return (
    <Page title={title}>
      <FetchFallback
        online={online}
        error={fetching.failure === null ? null : errorText(fetching.failure)}
        busy={fetching.busy}
        onRetry={() => void fetching.run()}
        errorTitle={<Trans>Your team could not be loaded.</Trans>}
        offlineText={<Trans>Your team appears here once you are online.</Trans>}
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
