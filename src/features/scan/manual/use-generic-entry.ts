import { useState } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import type { PhotoSubject } from '#schemas/scan.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import type { ProductRules } from '../capture/product-rules.ts';
import { usePhotoDraft } from '../photo/use-photo-draft.ts';
import { genericProblems, genericScan, type GenericProblems } from './generic-entry.ts';
import type { ProductChoice } from './manual-entry.ts';

/** Captures a product without a label: saves the photo, then the scan that references it. */
export function useGenericEntry(rules: ProductRules, project: string | undefined) {
  const account = useAccount();
  const go = useGo();
  const photo = usePhotoDraft();
  const [choice, setChoice] = useState<ProductChoice>({ type: null, size: null, variant: null });
  const [photoOf, setPhotoOf] = useState<PhotoSubject>('product');
  const [problems, setProblems] = useState<GenericProblems>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const shrunk = photo.taken?.shrunk ?? null;
  const isShrinking = photo.taken !== null && shrunk === null;

  const change = (next: ProductChoice) => {
    setChoice(next);
    setProblems(({ photo: missing }) => (missing ? { photo: missing } : {}));
  };
  const take = async (file: Blob) => {
    setProblems(({ photo: _photo, ...others }) => others);
    await photo.take(file);
  };

  const write = async ({ bytes, mime }: NonNullable<typeof shrunk>) => {
    const photoId = await account.photos.save(bytes, mime);
    try {
      const scan = genericScan(choice, photoId, rules, photoOf);
      if (scan) await account.scanCommands.captureScan(scan);
      go(paths.scanReview({ project }), { replace: true });
    } catch (error) {
      // Don't keep an orphaned photo, which would only fill the phone.
      await account.photos.discard(photoId);
      throw error;
    }
  };

  const submit = async () => {
    const found = genericProblems(choice, photo.taken !== null, rules);
    setProblems(found);
    if (busy || shrunk === null || Object.keys(found).length > 0) return;
    setBusy(true);
    setFailure(null);
    try {
      await write(shrunk);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return {
    photo: { ...photo, take, of: photoOf, setOf: setPhotoOf },
    ...{ choice, change, problems, submit, busy: busy || isShrinking, failure },
  };
}
