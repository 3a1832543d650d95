import { Trans, useLingui } from '@lingui/react/macro';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { RecordNotFound } from '#src/ui/feedback/record-not-found.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { SkeletonRow } from '#src/ui/feedback/skeleton.tsx';

/** In place of a chat: it is being read, is still to come, or is not there. */
export function NoChat({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  const emptiness = useCollectionState('chats');
  usePageTitle(t`Conversation`);
  return (
    <RecordNotFound
      pageTitle={t`Conversation`}
      state={isLoading ? 'loading' : emptiness}
      loadingLabel={t`Loading the conversation`}
      skeleton={
        <>
          <SkeletonRow />
          <SkeletonRow />
        </>
      }
      title={t`This conversation is not here`}
      description={
        <Trans>It is another person’s, or it was just opened: then it comes in a moment.</Trans>
      }
      offlineText={<Trans>Your conversations appear here once you are online.</Trans>}
      action={
        <LinkButton {...linkTo(paths.supportChats())}>
          <Trans>All conversations</Trans>
        </LinkButton>
      }
    />
  );
}
