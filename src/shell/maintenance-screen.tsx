import { Trans } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { linkTo } from '#src/app/link-to.tsx';
import { safeReturnPath } from '#src/app/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { useGo } from '#src/app/use-go.ts';
import { MaintenancePage } from './maintenance-page.tsx';

/** Maintenance page with a session: the person can continue offline. */
export function MaintenanceScreen() {
  const go = useGo();
  const { return: returnTo } = useSearch({ strict: false });
  const before = safeReturnPath(returnTo);
  return (
    <MaintenancePage
      onAnswered={() => go(before, { replace: true })}
      action={
        <LinkButton variant="quiet" {...linkTo(before, { replace: true })}>
          <Trans>Continue without the server</Trans>
        </LinkButton>
      }
    />
  );
}
