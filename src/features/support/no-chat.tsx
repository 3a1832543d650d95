import { Trans, useLingui } from '@lingui/react/macro';
import { useEmptiness } from '#src/data/use-emptiness.ts';
import { usePageTitle } from '#src/data/use-page-title.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/page.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/skeleton.tsx';
import { UnknownState } from '#src/ui/unknown-state.tsx';

/** In place of a chat: it is being read, is still to come, or is not there. */
export function NoChat({ loading }: { loading: boolean }) {
  const { t } = useLingui();
  const emptiness = useEmptiness('chats');
  const toAll = (
    <LinkButton {...linkTo(paths.supportChats())}>
      <Trans>All conversations</Trans>
    </LinkButton>
  );
  usePageTitle(t`Conversation`);
  if (loading || emptiness === 'loading') {
    return (
      <Page title={t`Conversation`} titleHidden>
        <Skeleton label={t`Loading the conversation`}>
          <SkeletonRow />
          <SkeletonRow />
        </Skeleton>
      </Page>
    );
  }
  return (
    <Page title={t`Conversation`} titleHidden>
      {emptiness === 'empty' ? (
        <EmptyState drawing="search" title={t`This conversation is not here`} action={toAll}>
          <Trans>It is another person’s, or it was just opened: then it comes in a moment.</Trans>
        </EmptyState>
      ) : (
        <UnknownState why={emptiness} action={toAll}>
          <Trans>Your conversations appear here once you are online.</Trans>
        </UnknownState>
      )}
    </Page>
  );
}
