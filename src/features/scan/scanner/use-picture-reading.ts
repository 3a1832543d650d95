import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { PhotoError, readPicture } from '#workers/image-worker-client.ts';

interface PictureReading {
  readonly busy: boolean;
  /** Why the last picture brought nothing, in a sentence; null when it did. */
  readonly problem: string | null;
  readonly read: (picture: Blob) => Promise<void>;
}

/** Reads the labels of a picture that was taken before: every code goes the way of the camera's. */
export function usePictureReading(onText: (text: string) => void): PictureReading {
  const { t } = useLingui();
  const errorWords = useErrorWords();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const read = async (picture: Blob) => {
    setBusy(true);
    setProblem(null);
    try {
      const reading = await readPicture(picture);
      if (reading === null) throw new PhotoError('photo_unreadable');
      if (reading.hits.length === 0) {
        setProblem(t`No QR code was found in this picture. Move closer, or enter the number.`);
      }
      for (const text of new Set(reading.hits.map((hit) => hit.text))) onText(text);
    } catch (error) {
      setProblem(errorWords(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, read };
}
