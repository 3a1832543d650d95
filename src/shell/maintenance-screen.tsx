import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { linkBackTo } from '#src/app/link-to.tsx';
import { safeReturnPath } from '#src/app/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { MaintenancePage } from './maintenance-page.tsx';

/** Maintenance page with a session: the user can continue offline. */
export function MaintenanceScreen() {
  const navigate = useNavigate();
  const { return: returnTo } = useSearch({ from: '/maintenance' });
  const returnPath = safeReturnPath(returnTo);
  return (
    <MaintenancePage
      onAvailable={() => void navigate({ href: returnPath, replace: true })}
      action={
        <LinkButton variant="quiet" {...linkBackTo(returnPath)}>
          <Trans>Continue offline</Trans>
        </LinkButton>
      }
    />
  );
}
