import { Trans } from '@lingui/react/macro';
import { Button } from '#src/ui/button.tsx';

interface PlainSignOutProps {
  busy: boolean;
  onCancel: () => void;
  onSignOut: () => void;
}

/** Signing out with nothing unsent. */
export function PlainSignOut({ busy, onCancel, onSignOut }: PlainSignOutProps) {
  return (
    <div className="space-y-5">
      <p>
        <Trans>Everything has been sent. Your data will be removed from this phone.</Trans>
      </p>
      <div className="flex flex-col gap-2">
        <Button fullWidth busy={busy} onClick={onSignOut}>
          <Trans context="oneself">Sign out</Trans>
        </Button>
        <Button variant="secondary" fullWidth onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </div>
  );
}
