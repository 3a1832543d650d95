import { Trans, useLingui } from '@lingui/react/macro';
import { useOwnerMaySee } from '#src/data/account/use-permission.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/page.tsx';
import { useRouteEntry } from './use-route-entry.ts';

/** A screen that is not for this person's role. */
export function RefusedScreen() {
  const { t } = useLingui();
  usePageTitle(t`Not available`);
  const ownerHasIt = useOwnerMaySee(useRouteEntry() ?? {});
  return (
    <Page title={<Trans>Not available</Trans>} titleHidden>
      <EmptyState
        drawing="search"
        title={<Trans>This is not available to your account</Trans>}
        action={
          <>
            <LinkButton {...linkTo(paths.home())}>
              <Trans>Go to home</Trans>
            </LinkButton>
            {!ownerHasIt && (
              <LinkButton variant="secondary" {...linkTo(paths.supportChatNew())}>
                <Trans>Write to support</Trans>
              </LinkButton>
            )}
          </>
        }
      >
        {ownerHasIt ? (
          <Trans>Ask the owner of your company if you need it.</Trans>
        ) : (
          <Trans>Your company does not have it. Ask support if you need it.</Trans>
        )}
      </EmptyState>
    </Page>
  );
}
