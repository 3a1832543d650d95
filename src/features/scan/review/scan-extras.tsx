import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, CircleCheck, MessageCircleQuestionMark } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { PhotoSubject, ScanDocument } from '#schemas/scan.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { unmetRequirements } from '../capture/product-rules.ts';
import { ScanPhoto } from '../photo/scan-photo.tsx';
import { useAccount } from '#src/data/account/account-context.tsx';
import { shrinkPhoto } from '#workers/image-worker-client.ts';

interface ScanExtrasProps {
  scan: ScanDocument;
  /** True if the row already shows the photo. */
  isPhotoVisible?: boolean;
  /** Link to the product question, if the scan needs an answer. */
  survey: ReactNode;
}

/** Photo and product question, if the scan needs them. */
export function ScanExtras({ scan, isPhotoVisible = false, survey }: ScanExtrasProps) {
  const needsPhoto = !scan.is_unique || scan.requiresTagPhoto;
  if (!needsPhoto && !scan.requiresSurvey) return null;
  return (
    <div className="flex flex-col gap-3">
      {needsPhoto && <PhotoExtra scan={scan} isPhotoVisible={isPhotoVisible} />}
      {scan.requiresSurvey && survey}
    </div>
  );
}

function PhotoExtra({ scan, isPhotoVisible }: { scan: ScanDocument; isPhotoVisible: boolean }) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const { busy, error, takePhoto } = useTakePhoto(scan);
  const savedPhotoId = scan.imageIdxDB;
  // A scan with a serial number needs a photo of the data plate, which counts as a label.
  const subjects: readonly PhotoSubject[] = scan.is_unique ? ['label'] : ['product', 'label'];

  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-3">
        {savedPhotoId && !isPhotoVisible && (
          <ScanPhoto id={savedPhotoId} alt={t`Your photo`} canEnlarge />
        )}
        {subjects.map((subject) => (
          <FilePicker
            key={subject}
            from="camera"
            onFile={(photo) => void takePhoto(photo, subject)}
          >
            {(open) => (
              <Button
                variant={savedPhotoId ? 'quiet' : 'secondary'}
                icon={<Camera />}
                busy={busy}
                onClick={open}
              >
                <PhotoButtonLabel
                  hasPhoto={savedPhotoId !== null}
                  isOnlySubject={subjects.length === 1}
                  subject={subject}
                />
              </Button>
            )}
          </FilePicker>
        ))}
      </div>
      {savedPhotoId && (
        <PhotoSubjectText subject={scan.photo_of ?? null} isOnlySubject={subjects.length === 1} />
      )}
      {error !== null && <ErrorBlock messages={[errorMessage(error)]} />}
    </div>
  );
}

interface PhotoButtonLabelProps {
  hasPhoto: boolean;
  /** True if the data plate is the only subject. */
  isOnlySubject: boolean;
  subject: PhotoSubject;
}

function PhotoButtonLabel({ hasPhoto, isOnlySubject, subject }: PhotoButtonLabelProps) {
  if (hasPhoto && isOnlySubject) return <Trans>Take another photo</Trans>;
  if (isOnlySubject) return <Trans>Photograph the data plate</Trans>;
  if (subject === 'product') return <Trans>Photograph the product</Trans>;
  return <Trans>Photograph the label</Trans>;
}

/** Caption for what the photo shows, if known. */
function PhotoSubjectText({
  subject,
  isOnlySubject,
}: {
  subject: PhotoSubject | null;
  isOnlySubject: boolean;
}) {
  if (subject === null) return null;
  return (
    <p className="text-small text-ink-soft break-long">
      {subject === 'product' && <Trans>The photo shows the product.</Trans>}
      {subject === 'label' && isOnlySubject && <Trans>The photo shows the data plate.</Trans>}
      {subject === 'label' && !isOnlySubject && <Trans>The photo shows the label.</Trans>}
    </p>
  );
}

interface SurveyLinkProps {
  scan: ScanDocument;
  questions: readonly SurveyQuestion[];
  projectId: string | undefined;
}

/** Link to a scan's product question. */
export function SurveyLink({ scan, questions, projectId }: SurveyLinkProps) {
  const hasSurveyAnswers = !unmetRequirements(scan, questions).includes('survey');
  return (
    <div>
      <LinkButton
        variant={hasSurveyAnswers ? 'quiet' : 'secondary'}
        icon={hasSurveyAnswers ? <CircleCheck /> : <MessageCircleQuestionMark />}
        {...linkTo(paths.scanSurvey({ scan: scan.uuid, project: projectId }))}
      >
        {hasSurveyAnswers ? (
          <Trans>Change answer</Trans>
        ) : (
          <Trans>Answer the product question</Trans>
        )}
      </LinkButton>
    </div>
  );
}

interface PhotoTaking {
  readonly busy: boolean;
  readonly error: unknown;
  /** @param subject what the photo shows */
  readonly takePhoto: (photo: Blob, subject: PhotoSubject) => Promise<void>;
}

/**
 * Returns a function that saves a photo for a scan: it downscales the photo in the worker, writes and verifies it, and
 * then references it in the scan. If saving fails, `error` is set, and the scan still needs a photo.
 */
function useTakePhoto(scan: Pick<ScanDocument, 'uuid' | 'imageIdxDB'>): PhotoTaking {
  const account = useAccount();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const takePhoto = async (photo: Blob, subject: PhotoSubject) => {
    setBusy(true);
    setError(null);
    try {
      const { bytes, mime } = await shrinkPhoto(photo);
      const id = await account.photos.save(bytes, mime);
      await account.scanCommands.editScan(scan.uuid, { imageIdxDB: id, photo_of: subject });
      if (scan.imageIdxDB) await account.photos.discard(scan.imageIdxDB);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, takePhoto };
}
