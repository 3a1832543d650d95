import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { photoSubject, type PhotoSubject } from '#schemas/scan.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { createDraftWriter } from '#src/data/drafts/draft-writer.ts';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { readSaved } from '#src/data/drafts/saved-draft.ts';
import { usePhotoDraft } from '#src/features/scan/exports.tsx';
import type { Photos } from '#sync/photos/photos.ts';

const savedDraft = v.object({
  /** Id of the photo on this device. */
  photo: uuid,
  photo_of: photoSubject,
});

/** An unsaved photo and its subject. */
interface NewPhoto {
  readonly shrunk: { readonly bytes: ArrayBuffer; readonly mime: string };
  readonly subject: PhotoSubject;
}

/**
 * A new photo of a product until it is saved. It is stored as soon as it is taken, because iOS closes hidden pages
 * without a prompt, and restored when the sheet opens again. Closing the sheet deletes it.
 */
export function useNewPhotoDraft(product: string, requested: PhotoSubject) {
  const { photos, identity } = useAccount();
  const photo = usePhotoDraft();
  const [subject, setSubject] = useState(requested);
  const [restored, setRestored] = useState<NewPhoto['shrunk'] | null>(null);
  // Keys that start with `draft:` and the user id are deleted at sign-out.
  const key = `draft:${identity.user_id}:new-photo:${product}`;
  const store = useRef<ReturnType<typeof createStore>>(null);
  const shrunk = photo.taken?.shrunk ?? null;

  const restore = useEffectEvent((found: NewPhoto) => {
    setSubject(found.subject);
    setRestored(found.shrunk);
    photo.restore(found.shrunk);
  });
  useEffect(() => {
    const opened = createStore(key, photos);
    store.current = opened;
    let isOpen = true;
    void opened.load().then((found) => {
      if (isOpen && found !== null) restore(found);
    });
    return () => {
      isOpen = false;
      void opened.clear();
    };
  }, [key, photos]);
  useEffect(() => {
    if (shrunk !== null) store.current?.save({ shrunk, subject });
  }, [shrunk, subject]);

  const discard = () => {
    setSubject(requested);
    photo.clear();
    void store.current?.clear();
  };
  return {
    ...{ photo, subject, setSubject },
    restored: { isRestored: restored !== null && restored === shrunk, isOutdated: false, discard },
  };
}

/** Stores one draft. A failed write is ignored: only closing the page loses the photo then. */
function createStore(key: string, photos: Photos) {
  let stored: NewPhoto['shrunk'] | null = null;
  const read = () => readSaved(draftStorage, key, savedDraft);
  const remove = async () => {
    const draft = read();
    draftStorage.removeItem(key);
    if (draft !== null) await photos.discard(draft.photo);
  };
  const writer = createDraftWriter<NewPhoto>(
    async ({ shrunk, subject }) => {
      const previous = read();
      const isSame = shrunk === stored && previous !== null;
      const id = isSame ? previous.photo : await photos.save(shrunk.bytes, shrunk.mime, 'draft');
      draftStorage.setItem(key, JSON.stringify({ photo: id, photo_of: subject }));
      stored = shrunk;
      if (previous !== null && !isSame) await photos.discard(previous.photo);
    },
    () => undefined,
  );
  return {
    save: writer.save,
    async load(): Promise<NewPhoto | null> {
      const draft = read();
      if (draft === null) return null;
      const shrunk = await photos.read(draft.photo).catch(() => null);
      if (shrunk === null) draftStorage.removeItem(key);
      stored = shrunk;
      return shrunk && { shrunk, subject: draft.photo_of };
    },
    async clear(): Promise<void> {
      await writer.settle();
      await remove().catch(() => undefined);
    },
  };
}
