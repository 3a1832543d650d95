import { Trans, useLingui } from '@lingui/react/macro';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announce.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOfflineReason } from '#console/data/use-online.ts';
import { resizePicture } from '#console/parts/pictures/resize-picture.ts';

interface CategoryPictureProps {
  /** Image id; empty for none. */
  readonly value: string;
  readonly onChange: (picture: string) => void;
}

/** Field for the image of a category. Installers see this image for products that have no images. */
export function CategoryPicture({ value, onChange }: CategoryPictureProps) {
  const { t } = useLingui();
  const labelId = useId();
  const errorText = useErrorText();
  const offlineReason = useOfflineReason();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const store = async (file: File) => {
    setBusy(true);
    setProblem(null);
    try {
      const { name } = file;
      const resizedPicture = await resizePicture(file);
      if (resizedPicture === 'not_a_picture')
        return setProblem(t`“${name}” isn’t a picture that this browser can read.`);
      if (resizedPicture === 'file_too_large')
        return setProblem(t`“${name}” is larger than 25 MB.`);
      const { id } = await callOperator(operatorShopCalls.uploadProductPicture, {
        body: resizedPicture,
      });
      onChange(id);
      announce(t`The picture was added.`);
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-col gap-2">
      <p id={labelId} className="font-semibold">
        <Trans context="category">Picture</Trans>
      </p>
      <p className="text-small text-ink-soft">
        <Trans>Installers see it for products without pictures.</Trans>
      </p>
      <ErrorBlock messages={problem === null ? [] : [problem]} />
      {value !== '' && (
        <img
          src={`/files/content/${value}/s`}
          alt={t`Category picture`}
          className="aspect-square w-32 rounded-control bg-surface-sunken object-contain"
        />
      )}
      <div className="flex flex-wrap gap-2">
        <FilePicker from="files" onFile={(file) => void store(file)}>
          {(open) => (
            <Button
              variant="secondary"
              icon={<ImagePlus />}
              busy={isBusy}
              disabledReason={offlineReason}
              onClick={open}
            >
              {value === '' ? <Trans>Add a picture</Trans> : <Trans>Replace the picture</Trans>}
            </Button>
          )}
        </FilePicker>
        {value !== '' && (
          <Button variant="secondary" icon={<Trash2 />} onClick={() => onChange('')}>
            <Trans>Remove the picture</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
