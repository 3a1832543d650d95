import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, CircleAlert, Images } from 'lucide-react';
import { useId } from 'react';
import {
  EnlargeButton,
  EnlargedPictures,
} from '#src/features/_shared/listing/enlarged-pictures.tsx';
import { Button } from '#src/ui/button.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';

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
              {src ? <Trans>Take another photo</Trans> : <Trans>Take a photo</Trans>}
            </Button>
          )}
        </FilePicker>
        <FilePicker from="files" onFile={onPhoto}>
          {(open) => (
            <Button variant="secondary" icon={<Images />} onClick={open}>
              <Trans>Choose a picture</Trans>
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
