import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
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

/** Receives a code with its number of copies. */
type CodeHandler = (text: string, copies: number) => void;

/**
 * Reads the labels in a picture and passes on each code.
 * @param onText null until codes can be used; the reading stays busy until then, so that none of its codes are
 * lost
 */
export function usePictureReading(onText: CodeHandler | null): PictureReading {
  const { t } = useLingui();
  const waitForHandler = useLatestHandler(onText);
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
    const handleCode = await waitForHandler();
    for (const [text, copies] of countByText(reading.hits)) handleCode(text, copies);
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

/** Returns a function that waits until there is a handler, then returns the latest. */
function useLatestHandler(onText: CodeHandler | null): () => Promise<CodeHandler> {
  const latestHandler = useRef(onText);
  const waitingReads = useRef<((handler: CodeHandler) => void)[]>([]);
  useEffect(() => {
    latestHandler.current = onText;
    if (onText === null) return;
    for (const resolve of waitingReads.current.splice(0)) resolve(onText);
  }, [onText]);
  return () =>
    new Promise((resolve) => {
      if (latestHandler.current) resolve(latestHandler.current);
      else waitingReads.current.push(resolve);
    });
}
