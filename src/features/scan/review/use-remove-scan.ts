import { useLingui } from '@lingui/react/macro';
import type { ScanDocument } from '#schemas/scan.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';

interface Photo {
  readonly bytes: ArrayBuffer;
  readonly mime: string;
}

/** Returns a function that removes a captured scan, and offers to undo this. */
export function useRemoveScan(): (scan: ScanDocument) => Promise<void> {
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useErrorMessage();

  const showError = (error: unknown) =>
    void showToast({ tone: 'bad', subject: 'captured', message: errorMessage(error) });

  const restoreScan = async (scan: ScanDocument, photo: Photo | null) => {
    const { type, size, variant, serial_number, is_unique, manual, survey } = scan;
    const { requiresTagPhoto, requiresSurvey, confirmed, isValidated, isValid, refusal } = scan;
    await account.scanCommands.captureScan({
      type,
      size,
      variant,
      serial_number,
      is_unique,
      manual,
      survey,
      requiresTagPhoto,
      requiresSurvey,
      confirmed,
      isValidated,
      isValid,
      refusal,
      photo_of: scan.photo_of ?? null,
      imageIdxDB: photo && (await account.photos.save(photo.bytes, photo.mime)),
    });
  };

  return async (scan) => {
    try {
      // Removing the scan deletes its photo, so keep a copy for "Undo".
      const photo = scan.imageIdxDB && (await account.photos.read(scan.imageIdxDB));
      await account.scanCommands.removeScan(scan.uuid);
      const name = `${scan.type} ${scan.size} ${scan.variant}`;
      showToast({
        message: t`Removed: ${name}`,
        // One toast per scan, so that several can be undone.
        subject: scan.uuid,
        timeoutMs: 8000,
        action: {
          label: t`Undo`,
          onPress: () => void restoreScan(scan, photo || null).catch(showError),
        },
      });
    } catch (error) {
      showError(error);
    }
  };
}
