import { Trans, useLingui } from '@lingui/react/macro';
import { isDecor, isOwner, roles } from '#schemas/roles.ts';
import { type Access, permissionFor, usePermissionSubject } from '#src/data/account/permissions.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { useRouteEntry } from './route-entry.ts';

/** True if an owner of the same company could open the screen. */
function useOwnerHasAccess(access: Access): boolean {
  const person = usePermissionSubject();
  if (!person || isOwner(person.role)) return false;
  const role = isDecor(person.role) ? roles.decorOwner : roles.owner;
  return permissionFor(access, { ...person, role }) === 'yes';
}

/** Shown when the user's role has no access to the screen. */
export function AccessDeniedScreen() {
  const { t } = useLingui();
  usePageTitle(t`Not available`);
  const ownerHasAccess = useOwnerHasAccess(useRouteEntry() ?? {});
  return (
    <Page title={<Trans>Not available</Trans>} titleHidden width="wide">
      <EmptyState
        drawing="no-access"
        title={<Trans>This isn’t available to your account</Trans>}
        action={
          <>
            <LinkButton {...linkTo(paths.home())}>
              <Trans>Go to Home</Trans>
            </LinkButton>
            {!ownerHasAccess && (
              <LinkButton variant="secondary" {...linkTo(paths.supportChatNew())}>
                <Trans>Contact support</Trans>
              </LinkButton>
            )}
          </>
        }
      >
        {ownerHasAccess ? (
          <Trans>Ask your company owner if you need it.</Trans>
        ) : (
          <Trans>Your company doesn’t have access. Contact support if you need it.</Trans>
        )}
      </EmptyState>
    </Page>
  );
}
