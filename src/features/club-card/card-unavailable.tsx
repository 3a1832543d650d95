import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRefetch } from '#src/data/requests/use-refetch.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Skeleton, SkeletonCard, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { UnavailableState } from '#src/ui/feedback/empty-state.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { useFetchCard } from './actions.ts';

interface CardUnavailableProps extends Pick<ReturnType<typeof useCard>, 'online' | 'request'> {
  title: ReactNode;
}

/** Loading, failed and offline states of the card screens. */
export function CardUnavailable({ title, online, request }: CardUnavailableProps) {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  if (!online) {
    return (
      <Page title={title}>
        <UnavailableState reason="not_loaded">
          <Trans>Your club card appears here once you’re online.</Trans>
        </UnavailableState>
      </Page>
    );
  }
  if (request.failure !== null) {
    return (
      <Page title={title}>
        <ErrorBlock
          title={<Trans>Your club card couldn’t be loaded.</Trans>}
          messages={[errorText(request.failure)]}
          action={
            <Button variant="secondary" busy={request.busy} onClick={() => void request.run()}>
              <Trans>Try again</Trans>
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <Page title={title}>
      <Skeleton label={t`Loading your club card`}>
        <SkeletonCard lines={4} />
        <SkeletonRow />
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    </Page>
  );
}

/** The saved club card, refetched when a screen opens. */
export function useCard() {
  return { state: useSingleton('clubCard'), ...useRefetch(useFetchCard()) };
}
