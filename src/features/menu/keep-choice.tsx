import { Trans } from '@lingui/react/macro';
import { Button } from '#src/ui/button.tsx';

interface KeepChoiceProps {
  busy: boolean;
  onBack: () => void;
  onKeep: () => void;
}

/** Keeping the work means that the account's data stays readable on the phone: agreed to here. */
export function KeepChoice({ busy, onBack, onKeep }: KeepChoiceProps) {
  return (
    <div className="space-y-5">
      <p>
        <Trans>
          It will be sent when you sign in with the same account on this phone. Until then the data
          of your account, such as the addresses of your projects, stays on this phone and is not
          encrypted.
        </Trans>
      </p>
      <div className="flex flex-col gap-2">
        <Button fullWidth busy={busy} onClick={onKeep}>
          <Trans>I agree, keep it and sign out</Trans>
        </Button>
        <Button variant="secondary" fullWidth onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </div>
  );
}
