import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Page } from '#src/ui/page.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/skeleton.tsx';
import { UnknownState } from '#src/ui/unknown-state.tsx';
import type { useTeam } from './use-team.ts';

interface NoTeamYetProps extends Pick<ReturnType<typeof useTeam>, 'online' | 'fetching'> {
  title: ReactNode;
}

/** While this device does not know the team: it comes, it failed, or there is no network. */
export function NoTeamYet({ title, online, fetching }: NoTeamYetProps) {
  const { t } = useLingui();
  const errorWords = useErrorWords();
  if (!online) {
    return (
      <Page title={title}>
        <UnknownState why="not_loaded">
          <Trans>Your team appears here once you are online.</Trans>
        </UnknownState>
      </Page>
    );
  }
  return (
    <Page title={title}>
      {fetching.failure === null ? (
        <Skeleton label={t`Loading your team`}>
          <SkeletonRow />
          <SkeletonRow />
          <SkeletonRow />
        </Skeleton>
      ) : (
        <ErrorBlock
          title={<Trans>Your team could not be loaded.</Trans>}
          messages={[errorWords(fetching.failure)]}
          action={
            <Button variant="secondary" busy={fetching.busy} onClick={() => void fetching.run()}>
              <Trans>Try again</Trans>
            </Button>
          }
        />
      )}
    </Page>
  );
}
