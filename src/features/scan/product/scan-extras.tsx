import { Trans, useLingui } from '@lingui/react/macro';
import { Camera } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { FilePicker } from '#src/ui/file-picker.tsx';
import { ScanPhoto } from '../photo/scan-photo.tsx';
import { usePhotoTaking } from '../photo/use-photo-taking.ts';

interface ScanExtrasProps {
  scan: ScanDocument;
  /** Whether the photo is seen beside it already. */
  hasPicture?: boolean;
  /** The way to the product question, where the scan needs one. */
  survey: ReactNode;
}

/** What a scan needs beside its number: a photo, the product question. Nothing where it needs none. */
export function ScanExtras({ scan, hasPicture = false, survey }: ScanExtrasProps) {
  const needsPhoto = !scan.is_unique || scan.requiresTagPhoto;
  if (!needsPhoto && !scan.requiresSurvey) return null;
  return (
    <div className="flex flex-col gap-3">
      {needsPhoto && <PhotoExtra scan={scan} hasPicture={hasPicture} />}
      {scan.requiresSurvey && survey}
    </div>
  );
}

function PhotoExtra({ scan, hasPicture }: { scan: ScanDocument; hasPicture: boolean }) {
  const { t } = useLingui();
  const errorWords = useErrorWords();
  const { busy, error, take } = usePhotoTaking(scan);
  const kept = scan.imageIdxDB;

  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-3">
        {kept && !hasPicture && <ScanPhoto id={kept} alt={t`Your photo`} />}
        <FilePicker from="camera" onFile={(photo) => void take(photo)}>
          {(open) => (
            <Button
              variant={kept ? 'quiet' : 'secondary'}
              icon={<Camera />}
              busy={busy}
              onClick={open}
            >
              <PhotoWords kept={kept !== null} isGeneric={!scan.is_unique} />
            </Button>
          )}
        </FilePicker>
      </div>
      {error !== null && <ErrorBlock messages={[errorWords(error)]} />}
    </div>
  );
}

function PhotoWords({ kept, isGeneric }: { kept: boolean; isGeneric: boolean }) {
  if (kept) return <Trans>Take another photo</Trans>;
  return isGeneric ? <Trans>Photograph the product</Trans> : <Trans>Photograph the tag</Trans>;
}
