import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Page } from '#src/ui/layout/page.tsx';

/** Placeholder next to the list on wide screens, while no chat is selected. */
export function ChatsIndexScreen() {
  const { t } = useLingui();
  usePageTitle(t`Support`);
  return (
    <Page title={t`Support`} titleHidden>
      <EmptyState drawing="empty-chats" title={t`Choose a conversation`}>
        <Trans>Your messages with support appear here.</Trans>
      </EmptyState>
    </Page>
  );
}
