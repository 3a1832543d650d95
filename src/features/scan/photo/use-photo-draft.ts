import { useEffect, useState } from 'react';
import { markUnsaved } from '#src/data/drafts/unsaved-forms.ts';
import { shrinkPhoto } from '#workers/image-worker-client.ts';

interface Taken {
  /** Shows the picture at once, before it is made smaller. */
  readonly url: string;
  /** What will be kept; null until the worker is done. */
  readonly shrunk: { readonly bytes: ArrayBuffer; readonly mime: string } | null;
}

interface PhotoDraft {
  readonly taken: Taken | null;
  readonly error: unknown;
  readonly take: (photo: Blob) => Promise<void>;
}

/** A photo that is not of anything yet: shown at once, made smaller in the worker, kept by whoever uses it. */
export function usePhotoDraft(): PhotoDraft {
  const [taken, setTaken] = useState<Taken | null>(null);
  const [error, setError] = useState<unknown>(null);
  const url = taken?.url;

  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);

  // No field holds it: nobody is led away from it.
  const has = taken !== null;
  useEffect(() => (has ? markUnsaved() : undefined), [has]);

  const take = async (photo: Blob) => {
    const shown: Taken = { url: URL.createObjectURL(photo), shrunk: null };
    setTaken(shown);
    setError(null);
    // Another photo may have been taken in the meantime: then this one is of no use.
    const settle = (next: Taken | null) => setTaken((now) => (now === shown ? next : now));
    try {
      const { bytes, mime } = await shrinkPhoto(photo);
      settle({ ...shown, shrunk: { bytes, mime } });
    } catch (failure) {
      settle(null);
      setError(failure);
    }
  };
  return { taken, error, take };
}
