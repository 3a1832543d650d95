import { Trans } from '@lingui/react/macro';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { useGo } from '#src/use-go.ts';
import { MaintenancePage } from './maintenance-page.tsx';

/** The maintenance page of somebody who is signed in: scanning goes on without the server. */
export function MaintenanceScreen() {
  const go = useGo();
  return (
    <MaintenancePage
      onAnswered={() => go(paths.home(), { replace: true })}
      action={
        <LinkButton variant="quiet" {...linkTo(paths.home())}>
          <Trans>Continue without the server</Trans>
        </LinkButton>
      }
    />
  );
}
