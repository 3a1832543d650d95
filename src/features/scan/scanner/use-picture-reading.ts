import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { countByText } from '#workers/frame.ts';
import { readPicture, unreadablePhotoError } from '#workers/image-worker-client.ts';

/** Result of the last picture: the number of codes, or an error text. */
export type PictureOutcome =
  | { readonly kind: 'found'; readonly count: number }
  | { readonly kind: 'problem'; readonly text: string };

export interface PictureReading {
  readonly busy: boolean;
  /** Null before the first picture and while reading. */
  readonly outcome: PictureOutcome | null;
  readonly read: (picture: Blob) => Promise<void>;
  /** Dismisses the result. */
  readonly dismiss: () => void;
}

/**
 * Reads the labels in a picture and passes each code, with its number of copies, to the capture.
 */
export function usePictureReading(onText: (text: string, copies: number) => void): PictureReading {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<PictureOutcome | null>(null);

  const findCodes = async (picture: Blob): Promise<PictureOutcome> => {
    const reading = await readPicture(picture);
    if (reading === null) throw await unreadablePhotoError(picture);
    const count = reading.hits.length;
    if (count === 0) {
      const text = t`No QR code was found in this photo. Move closer, or enter the number.`;
      return { kind: 'problem', text };
    }
    for (const [text, copies] of countByText(reading.hits)) onText(text, copies);
    return { kind: 'found', count };
  };

  const read = async (picture: Blob) => {
    setBusy(true);
    setOutcome(null);
    try {
      setOutcome(await findCodes(picture));
    } catch (error) {
      setOutcome({ kind: 'problem', text: errorMessage(error) });
    } finally {
      setBusy(false);
    }
  };
  return { busy, outcome, read, dismiss: () => setOutcome(null) };
}
