import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';

/** Shown for unknown paths. */
export function NotFoundScreen() {
  const { t } = useLingui();
  usePageTitle(t`Page not found`);
  return (
    <Page title={<Trans>Page not found</Trans>} titleHidden width="wide">
      <EmptyState
        drawing="search-none"
        title={<Trans>Page not found</Trans>}
        action={
          <LinkButton {...linkTo(paths.home())}>
            <Trans>Go to Home</Trans>
          </LinkButton>
        }
      >
        <Trans>The link may be old or mistyped.</Trans>
      </EmptyState>
    </Page>
  );
}
