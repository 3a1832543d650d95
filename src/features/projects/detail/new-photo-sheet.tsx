import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import * as v from 'valibot';
import { photoSubject, type PhotoSubject, type ScanDocument } from '#schemas/scan.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { RestoredChanges } from '#src/features/_shared/editing/form-draft.tsx';
import { PhotoField, PhotoSubjectField, useStoredPhotoDraft } from '#src/features/scan/exports.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { RejectionBanner } from './rejection.tsx';

const draftDetails = v.object({ photo_of: photoSubject });

interface NewPhotoSheetProps {
  product: ScanDocument;
  onDone: () => void;
}

/** Takes the photo that a reviewer requested, online or offline. */
export function NewPhotoSheet({ product, onDone }: NewPhotoSheetProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const account = useAccount();
  const draft = useStoredPhotoDraft({
    name: `new-photo:${product.uuid}`,
    schema: draftDetails,
    initial: { photo_of: requestedSubject(product) },
  });
  const { photo, details } = draft;
  const [isPhotoMissing, setPhotoMissing] = useState(false);
  const { shrunkPhoto = null } = photo.takenPhoto ?? {};
  const { run, busy, failure } = useRequest(
    async ({ bytes, mime }: NonNullable<typeof shrunkPhoto>) => {
      const imageIdxDB = await account.photos.save(bytes, mime);
      try {
        await account.scanCommands.replacePhoto(product.uuid, { imageIdxDB, ...details });
      } catch (error) {
        // Don't keep an orphaned photo, which would only use up space.
        await account.photos.discard(imageIdxDB);
        throw error;
      }
      showToast({ message: t`Photo saved on this phone`, subject: product.uuid, timeoutMs: 5000 });
      onDone();
    },
  );
  const isShrinking = photo.takenPhoto !== null && shrunkPhoto === null;
  const error =
    photo.error !== null
      ? errorMessage(photo.error)
      : isPhotoMissing && photo.takenPhoto === null
        ? t`Take a photo of the product or its label.`
        : undefined;
  return (
    <Sheet
      isOpen
      onOpenChange={(open) => !open && onDone()}
      title={t`Take another photo`}
      closeLabel={t`Close`}
      footer={
        <Button
          fullWidth
          busy={busy || isShrinking}
          onClick={() => {
            setPhotoMissing(true);
            if (shrunkPhoto !== null) void run(shrunkPhoto);
          }}
        >
          <Trans>Save photo</Trans>
        </Button>
      }
    >
      <RejectionBanner product={product} />
      <RestoredChanges draft={draft.restored} />
      <PhotoSubjectField
        value={details.photo_of}
        onValueChange={(photo_of) => draft.setDetails({ photo_of })}
      />
      <PhotoField
        src={photo.takenPhoto?.url}
        onPhoto={(file) => void photo.take(file)}
        error={error}
      />
      {failure !== null && <ErrorBlock messages={[errorMessage(failure)]} />}
    </Sheet>
  );
}

/** The subject of the earlier photo, or the label if the reviewer couldn't read it. */
function requestedSubject({ photo_of, rejection }: ScanDocument): PhotoSubject {
  if (rejection?.code === 'label_unreadable') return 'label';
  return photo_of ?? 'product';
}
