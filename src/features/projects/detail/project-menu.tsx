import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, Ellipsis, MessageCircle, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import { isProjectOpen } from '#schemas/project-status.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { addressOf } from '../address.ts';
import { DeleteProject } from './delete-project.tsx';
import { isDeletable } from '../project-points.ts';
import { useCopyToClipboard } from '#src/ui/use-copy-to-clipboard.ts';

interface ProjectMenuProps {
  project: ProjectDocument;
  /** Undefined while loading. */
  products: readonly ScanDocument[] | undefined;
}

/** Actions in the top bar: support chat, and a menu with rarely used actions. */
export function ProjectMenu({ project, products }: ProjectMenuProps) {
  const { t } = useLingui();
  const maySee = useCanSee();
  const errorMessage = useErrorMessage();
  const copy = useCopyToClipboard();
  const [shown, setShown] = useState<'more' | 'deletion' | null>(null);
  const chat = paths.supportChatNew({ project: project.uuid });
  const deletable =
    products !== undefined &&
    isProjectOpen(project.status.id) &&
    isDeletable(project, products.length);
  return (
    <>
      {maySee(chat) && (
        <IconButton
          label={t`Ask support about this project`}
          icon={<MessageCircle />}
          {...linkTo(chat)}
        />
      )}
      <IconButton label={t`More`} icon={<Ellipsis />} onClick={() => setShown('more')} />
      <Sheet
        isOpen={shown === 'more'}
        onOpenChange={(open) => !open && setShown(null)}
        title={project.street_name}
        closeLabel={t`Close`}
        footer={
          <>
            <Button
              variant="secondary"
              fullWidth
              icon={<Copy />}
              onClick={() => {
                setShown(null);
                void copy(addressOf(project), t`The address is copied.`);
              }}
            >
              <Trans>Copy the address</Trans>
            </Button>
            {deletable && <Deletion project={project} onPress={() => setShown('deletion')} />}
          </>
        }
      />
      <DeleteProject
        project={project}
        isOpen={shown === 'deletion'}
        onOpenChange={(open) => setShown(open ? 'deletion' : null)}
        onFailure={(error) =>
          showToast({ tone: 'bad', subject: project.uuid, message: errorMessage(error) })
        }
      />
    </>
  );
}

function Deletion({ project, onPress }: { project: ProjectDocument; onPress: () => void }) {
  const { t } = useLingui();
  const online = useConnection() === 'online';
  return (
    <Button
      variant="secondary"
      fullWidth
      icon={<Trash2 />}
      disabledReason={
        !online && !project.unbegun && t`You are offline. A project is deleted online.`
      }
      onClick={onPress}
    >
      <Trans>Delete project</Trans>
    </Button>
  );
}
