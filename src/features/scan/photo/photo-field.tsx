import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, CircleAlert, Images, Package, Tag } from 'lucide-react';
import { useId, useEffect, useState } from 'react';
import type { PhotoSubject } from '#schemas/scan.ts';
import { markUnsaved } from '#src/data/drafts/unsaved-forms.ts';
import {
  EnlargeButton,
  EnlargedPictures,
} from '#src/features/_shared/listing/enlarged-pictures.tsx';
import { Button } from '#src/ui/button.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { RadioCards } from '#src/ui/fields/choice-cards.tsx';
import { shrinkPhoto } from '#workers/image-worker-client.ts';

interface PhotoFieldProps {
  /** Object URL of the photo; undefined if there is none. */
  src: string | undefined;
  onPhoto: (photo: File) => void;
  error: string | undefined;
}

/** Takes or picks a photo, with a preview. */
export function PhotoField({ src, onPhoto, error }: PhotoFieldProps) {
  const { t } = useLingui();
  const errorId = useId();
  const alt = t`Your photo`;
  return (
    <div
      role="group"
      aria-label={t`Photo of the product or its label`}
      aria-describedby={error ? errorId : undefined}
      data-problem={error ? '' : undefined}
      className="space-y-3"
    >
      {src && (
        <EnlargedPictures group="taken" pictures={[{ id: 'taken', src, alt }]}>
          {(open) => (
            <EnlargeButton label={t`Enlarge: ${alt}`} onPress={() => open(0)} className="w-full">
              <img
                src={src}
                alt={alt}
                className="max-h-64 w-full rounded-card bg-surface-sunken object-contain"
              />
            </EnlargeButton>
          )}
        </EnlargedPictures>
      )}
      <div className="flex flex-wrap gap-2 *:flex-[1_1_8rem]">
        <FilePicker from="camera" onFile={onPhoto}>
          {(open) => (
            <Button variant="secondary" icon={<Camera />} onClick={open}>
              {src ? <Trans>Take another photo</Trans> : <Trans>Take photo</Trans>}
            </Button>
          )}
        </FilePicker>
        <FilePicker from="files" onFile={onPhoto}>
          {(open) => (
            <Button variant="secondary" icon={<Images />} onClick={open}>
              <Trans>Choose photo</Trans>
            </Button>
          )}
        </FilePicker>
      </div>
      {error && (
        <p
          id={errorId}
          role="alert"
          className="flex items-start gap-2 text-small font-medium text-bad"
        >
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="break-long">{error}</span>
        </p>
      )}
    </div>
  );
}

interface PhotoSubjectFieldProps {
  value: PhotoSubject;
  onValueChange: (subject: PhotoSubject) => void;
}

/** Asks what the photo shows, because reviewers check labels and products differently. */
export function PhotoSubjectField({ value, onValueChange }: PhotoSubjectFieldProps) {
  const { t } = useLingui();
  return (
    <RadioCards
      legend={t`What will you photograph?`}
      value={value}
      onValueChange={(newSubject) => onValueChange(newSubject === 'label' ? 'label' : 'product')}
      columns={2}
      options={[
        { value: 'product', title: t`The product`, icon: <Package /> },
        { value: 'label', title: t`The label`, icon: <Tag /> },
      ]}
    />
  );
}

interface TakenPhoto {
  /** Object URL for an immediate preview, before downscaling. */
  readonly url: string;
  /** The downscaled photo; null while the worker is busy. */
  readonly shrunkPhoto: { readonly bytes: ArrayBuffer; readonly mime: string } | null;
}

interface PhotoDraft {
  readonly takenPhoto: TakenPhoto | null;
  readonly error: unknown;
  readonly take: (photo: Blob) => Promise<void>;
  /** Shows a photo that was downscaled before. */
  readonly restore: (photo: NonNullable<TakenPhoto['shrunkPhoto']>) => void;
  readonly clear: () => void;
}

/**
 * Holds a photo that isn't attached to a scan yet. The photo is shown immediately and downscaled by the worker. The
 * caller saves it.
 */
export function usePhotoDraft(): PhotoDraft {
  const [takenPhoto, setTakenPhoto] = useState<TakenPhoto | null>(null);
  const [error, setError] = useState<unknown>(null);
  const url = takenPhoto?.url;

  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);

  // No form field holds the photo, so mark it as unsaved work.
  const hasPhoto = takenPhoto !== null;
  useEffect(() => (hasPhoto ? markUnsaved() : undefined), [hasPhoto]);

  const take = async (photo: Blob) => {
    const preview: TakenPhoto = { url: URL.createObjectURL(photo), shrunkPhoto: null };
    setTakenPhoto(preview);
    setError(null);
    // Ignore the result if another photo has been taken in the meantime.
    const update = (next: TakenPhoto | null) =>
      setTakenPhoto((current) => (current === preview ? next : current));
    try {
      const { bytes, mime } = await shrinkPhoto(photo);
      update({ ...preview, shrunkPhoto: { bytes, mime } });
    } catch (failure) {
      update(null);
      setError(failure);
    }
  };
  const restore = (shrunkPhoto: NonNullable<TakenPhoto['shrunkPhoto']>) =>
    setTakenPhoto({
      url: URL.createObjectURL(new Blob([shrunkPhoto.bytes], { type: shrunkPhoto.mime })),
      shrunkPhoto,
    });
  return { takenPhoto, error, take, restore, clear: () => setTakenPhoto(null) };
}
