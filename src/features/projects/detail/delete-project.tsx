import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { projectCalls } from '#schemas/api/project-calls.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { codeOf } from '#src/data/text/error-code.ts';
import { useCall } from '#src/data/requests/use-call.ts';
import { paths } from '#src/app/paths.ts';
import { ConfirmSheet } from '#src/ui/layout/confirm-sheet.tsx';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { useGo } from '#src/app/use-go.ts';

interface DeleteProjectProps {
  project: ProjectDocument;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /**
   * Called when the server rejects the deletion; the dialog is closed by then, and the screen shows
   * the reason.
   */
  onFailure: (error: unknown) => void;
}

/**
 * Deletes an open project without products, on the server and here (spec 1 §2); only here if the
 * server doesn't have it.
 */
export function DeleteProject(props: DeleteProjectProps) {
  const { project, isOpen, onOpenChange } = props;
  const { t } = useLingui();
  const account = useAccount();
  const call = useCall();
  const go = useGo();
  const [busy, setBusy] = useState(false);

  const deleteOnServer = async () => {
    await call(projectCalls.deleteProject, { params: { id: project.uuid } }).catch(ignoreNotFound);
    await account.projectCommands.removeProject(project.uuid);
  };
  const remove = async () => {
    setBusy(true);
    try {
      if (project.unbegun) await account.projectCommands.discardProject(project.uuid);
      else await deleteOnServer();
      showToast({ message: t`The project is deleted.`, subject: project.uuid, timeoutMs: 5000 });
      go(paths.projects(), { replace: true });
    } catch (error) {
      // Spec 1 §8: a failed deletion closes the dialog and shows the errors.
      onOpenChange(false);
      props.onFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t`Delete this project?`}
      confirmLabel={t`Delete project`}
      cancelLabel={t`Keep it`}
      tone="danger"
      busy={busy}
      onConfirm={() => void remove()}
    >
      <Trans>{project.street_name} has no products. You can add it again at any time.</Trans>
    </ConfirmSheet>
  );
}

/** Ignores "not found": an earlier attempt deleted it, but its response was lost. */
function ignoreNotFound(error: unknown): void {
  if (codeOf(error) !== 'project_not_found') throw error;
}
