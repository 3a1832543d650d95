import { Trans, useLingui } from '@lingui/react/macro';
import { useEmptiness } from '#src/data/live/collection-state.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { AbsentPage } from '#src/ui/feedback/record-not-found.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { SkeletonRow } from '#src/ui/feedback/skeleton.tsx';

/** In place of a chat: it is being read, is still to come, or is not there. */
export function NoChat({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  const emptiness = useEmptiness('chats');
  usePageTitle(t`Conversation`);
  return (
    <AbsentPage
      title={t`Conversation`}
      state={isLoading ? 'loading' : emptiness}
      loading={t`Loading the conversation`}
      bones={
        <>
          <SkeletonRow />
          <SkeletonRow />
        </>
      }
      notHere={t`This conversation is not here`}
      why={<Trans>It is another person’s, or it was just opened: then it comes in a moment.</Trans>}
      later={<Trans>Your conversations appear here once you are online.</Trans>}
      toAll={
        <LinkButton {...linkTo(paths.supportChats())}>
          <Trans>All conversations</Trans>
        </LinkButton>
      }
    />
  );
}
