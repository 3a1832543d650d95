import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/page.tsx';

/** A screen that is not for this person's role. */
export function RefusedScreen() {
  const { t } = useLingui();
  usePageTitle(t`Not available`);
  return (
    <Page title={<Trans>Not available</Trans>} titleHidden>
      <EmptyState
        drawing="search"
        title={<Trans>This is not available to your account</Trans>}
        action={
          <LinkButton {...linkTo(paths.home())}>
            <Trans>Go to home</Trans>
          </LinkButton>
        }
      >
        <Trans>Ask the owner of your company if you need it.</Trans>
      </EmptyState>
    </Page>
  );
}
