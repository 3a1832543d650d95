import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, ImagePlus, RotateCw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useAction } from '#src/features/_shared/editing/use-action.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { ConfirmSheet } from '#src/ui/layout/sheet.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { groupOf } from './groups.ts';
import { PhotoState } from './photo-tile.tsx';
import type { JobPhoto } from './queries.ts';
import { useAddPhotos } from './use-add-photos.ts';

/** Duration of a confirmation, in ms. */
const TOAST_MS = 4000;

interface PhotoProblemProps {
  photo: JobPhoto;
  /** Number of photos in the project. */
  count: number;
  /** The photo to show after this one is removed. */
  nextPhoto: JobPhoto | undefined;
}

/** Shows that the photo hasn't been sent yet, or why it was rejected, with the next steps. */
export function PhotoProblem({ photo, count, nextPhoto }: PhotoProblemProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const { attachments } = useAccount();
  const { uuid, project_id: projectId, state, refusal } = photo;
  const { run, busy } = useAction(uuid);
  const photoQueue = useAddPhotos(projectId, count);
  const go = useGo();
  if (state !== 'refused') return <PhotoState photo={photo} />;

  const retry = () =>
    run(async () => {
      await attachments.retry(uuid);
      showToast({ message: t`It will be sent again`, subject: uuid, timeoutMs: TOAST_MS });
    });
  const replace = (file: File) =>
    run(async () => {
      if (!(await photoQueue.add(file, groupOf(photo)))) return;
      // Leave first, because this screen would show "photo not found".
      go(paths.projectPhotos(projectId), { replace: true, done: true });
      await attachments.remove(uuid);
      showToast({ message: t`Photo replaced`, subject: uuid, timeoutMs: TOAST_MS });
    });
  return (
    <>
      <ErrorBlock
        messages={photoQueue.failure === null ? [] : [errorMessage(photoQueue.failure)]}
      />
      <Banner
        tone="bad"
        title={<Trans>The photo wasn’t accepted</Trans>}
        action={
          <>
            <Button variant="secondary" icon={<RotateCw />} busy={busy} onClick={retry}>
              <Trans>Try again without changes</Trans>
            </Button>
            {!photoQueue.isFull && (
              <>
                <LinkButton
                  variant="secondary"
                  icon={<Camera />}
                  {...linkTo(paths.projectCamera(projectId, { group: groupOf(photo) }))}
                >
                  <Trans>Take another photo</Trans>
                </LinkButton>
                <FilePicker from="files" onFile={replace}>
                  {(open) => (
                    <Button variant="secondary" icon={<ImagePlus />} busy={busy} onClick={open}>
                      <Trans>Choose another photo</Trans>
                    </Button>
                  )}
                </FilePicker>
              </>
            )}
            <RemovePhoto photo={photo} nextPhoto={nextPhoto}>
              {(open) => (
                <Button variant="quiet" icon={<Trash2 />} onClick={open}>
                  <Trans>Remove photo</Trans>
                </Button>
              )}
            </RemovePhoto>
          </>
        }
      >
        {refusal && errorMessage(refusal)}
      </Banner>
    </>
  );
}

interface RemovePhotoProps {
  photo: JobPhoto;
  nextPhoto: JobPhoto | undefined;
  /** Renders the control that asks for the confirmation. */
  children: (open: () => void) => ReactNode;
}

/** Removes the photo after a confirmation and opens the next one. */
export function RemovePhoto({ photo, nextPhoto, children }: RemovePhotoProps) {
  const { t } = useLingui();
  const { attachments } = useAccount();
  const go = useGo();
  const errorMessage = useErrorMessage();
  const [isConfirming, setConfirming] = useState(false);
  const { uuid, project_id: projectId } = photo;
  const remove = async () => {
    // Leave first, because this screen would show "photo not found".
    const target = nextPhoto
      ? paths.projectPhoto(projectId, nextPhoto.uuid)
      : paths.projectPhotos(projectId);
    go(target, { replace: true, done: true });
    try {
      await attachments.remove(uuid);
      showToast({ message: t`Photo removed`, subject: uuid, timeoutMs: TOAST_MS });
    } catch (error) {
      showToast({ tone: 'bad', message: errorMessage(error), subject: uuid });
    }
  };
  return (
    <>
      {children(() => setConfirming(true))}
      <ConfirmSheet
        isOpen={isConfirming}
        onOpenChange={setConfirming}
        title={t`Remove this photo?`}
        confirmLabel={t`Remove photo`}
        cancelLabel={t`Keep it`}
        tone="danger"
        onConfirm={() => void remove()}
      >
        <Trans>It’s removed for your whole company, and from links you have shared.</Trans>
      </ConfirmSheet>
    </>
  );
}
