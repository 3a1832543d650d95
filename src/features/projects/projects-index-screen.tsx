import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Page } from '#src/ui/page.tsx';

/** Beside the list while no project is chosen; a phone shows the list alone. */
export function ProjectsIndexScreen() {
  const { t } = useLingui();
  usePageTitle(t`Projects`);
  return (
    <Page title={t`Projects`} titleHidden>
      <EmptyState drawing="projects" title={t`Choose a project`}>
        <Trans>Its products, points and days left are shown here.</Trans>
      </EmptyState>
    </Page>
  );
}
