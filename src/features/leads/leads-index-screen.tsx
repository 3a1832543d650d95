import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Page } from '#src/ui/page.tsx';

/** Beside the list while no lead is chosen; a phone shows the list alone. */
export function LeadsIndexScreen() {
  const { t } = useLingui();
  usePageTitle(t`Leads`);
  return (
    <Page title={t`Leads`} titleHidden>
      <EmptyState drawing="projects" title={t`Choose a lead`}>
        <Trans>Who the customer is and what comes next is shown here.</Trans>
      </EmptyState>
    </Page>
  );
}
