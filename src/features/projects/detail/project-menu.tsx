import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, Ellipsis, MessageCircle, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { projectCalls } from '#schemas/api/project-calls.ts';
import { isProjectOpen } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCanSee } from '#src/data/account/permissions.ts';
import { useCall } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { codeOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { DeletedWithProject } from '#src/features/_shared/editing/deleted-with-project.tsx';
import { Button } from '#src/ui/button.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ConfirmSheet, Sheet } from '#src/ui/layout/sheet.tsx';
import { useCopyToClipboard } from '#src/ui/use-copy-to-clipboard.ts';
import { isDeletable } from '../project-points.ts';
import { addressOf } from '../queries.ts';

interface ProjectMenuProps {
  project: ProjectDocument;
  /** Undefined while loading. */
  products: readonly ScanDocument[] | undefined;
}

/** Actions in the top bar: support chat, and a menu with rarely used actions. */
export function ProjectMenu({ project, products }: ProjectMenuProps) {
  const { t } = useLingui();
  const canSee = useCanSee();
  const errorMessage = useErrorMessage();
  const copy = useCopyToClipboard();
  const [openSheet, setOpenSheet] = useState<'more' | 'deletion' | null>(null);
  const chatLink = paths.supportChatNew({ project: project.uuid });
  const canDelete =
    products !== undefined &&
    isProjectOpen(project.status.id) &&
    isDeletable(project, products.length);
  return (
    <>
      {canSee(chatLink) && (
        <IconButton
          label={t`Ask support about this project`}
          icon={<MessageCircle />}
          {...linkTo(chatLink)}
        />
      )}
      <IconButton label={t`More`} icon={<Ellipsis />} onClick={() => setOpenSheet('more')} />
      <Sheet
        isOpen={openSheet === 'more'}
        onOpenChange={(open) => !open && setOpenSheet(null)}
        title={project.street_name}
        closeLabel={t`Close`}
        footer={
          <>
            <Button
              variant="secondary"
              fullWidth
              icon={<Copy />}
              onClick={() => {
                setOpenSheet(null);
                void copy(addressOf(project), t`Address copied`);
              }}
            >
              <Trans>Copy address</Trans>
            </Button>
            {canDelete && (
              <DeleteButton project={project} onPress={() => setOpenSheet('deletion')} />
            )}
          </>
        }
      />
      <DeleteProject
        project={project}
        isOpen={openSheet === 'deletion'}
        onOpenChange={(open) => setOpenSheet(open ? 'deletion' : null)}
        onFailure={(error) =>
          showToast({ tone: 'bad', subject: project.uuid, message: errorMessage(error) })
        }
      />
    </>
  );
}

function DeleteButton({ project, onPress }: { project: ProjectDocument; onPress: () => void }) {
  const { t } = useLingui();
  const online = useConnection() === 'online';
  return (
    <Button
      variant="secondary"
      fullWidth
      icon={<Trash2 />}
      disabledReason={
        !online && !project.unbegun && t`You’re offline. Connect to delete the project.`
      }
      onClick={onPress}
    >
      <Trans>Delete project</Trans>
    </Button>
  );
}

interface DeleteProjectProps {
  project: ProjectDocument;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /**
   * Called when the server rejects the deletion, after the dialog has closed; the screen shows the
   * reason.
   */
  onFailure: (error: unknown) => void;
}

/**
 * Deletes an open project without products, on the server and on this device (spec 1 §2). A project that the
 * server doesn't have is deleted only on this device.
 */
function DeleteProject(props: DeleteProjectProps) {
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
      showToast({ message: t`Project deleted`, subject: project.uuid, timeoutMs: 5000 });
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
      <Trans>{project.street_name} has no products. You can add it again at any time.</Trans>{' '}
      <DeletedWithProject projectId={project.uuid} />
    </ConfirmSheet>
  );
}

/** Ignores "not found", because an earlier attempt may have deleted the project although its response was lost. */
function ignoreNotFound(error: unknown): void {
  if (codeOf(error) !== 'project_not_found') throw error;
}
