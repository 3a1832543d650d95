import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmSheet } from '#src/ui/layout/sheet.tsx';

/** Discards a closing that can't be sent any more, because someone has closed or deleted the project. */
export function DiscardClosing({ project }: { project: ProjectDocument }) {
  const { projectCommands } = useAccount();
  return (
    <DiscardChange discard={() => projectCommands.cancelClosing(project.uuid)}>
      {project.refusal?.code === 'project_not_found' ? (
        <Trans>It will be deleted from this phone with the project, which no longer exists.</Trans>
      ) : (
        <Trans>Your change will be deleted from this phone. The project won’t change.</Trans>
      )}
    </DiscardChange>
  );
}

interface DiscardChangeProps {
  discard: () => Promise<void>;
  /** Consequence of discarding. */
  children: ReactNode;
}

export function DiscardChange({ discard, children }: DiscardChangeProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const [isConfirming, setConfirming] = useState(false);
  const { run, busy, failure } = useRequest(async () => {
    await discard();
    setConfirming(false);
  });
  return (
    <>
      <Button variant="secondary" onClick={() => setConfirming(true)}>
        <Trans>Discard changes</Trans>
      </Button>
      <ConfirmSheet
        isOpen={isConfirming}
        onOpenChange={setConfirming}
        title={t`Discard your change?`}
        confirmLabel={t`Discard changes`}
        cancelLabel={t`Keep it`}
        tone="danger"
        busy={busy}
        onConfirm={() => void run()}
        errors={failure === null ? [] : [errorMessage(failure)]}
      >
        {children}
      </ConfirmSheet>
    </>
  );
}
