import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { createDraftWriter } from '#src/data/drafts/draft-writer.ts';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { readSaved } from '#src/data/drafts/saved-draft.ts';
import type { PhotoBytes, Photos } from '#sync/photos/photos.ts';
import { usePhotoDraft } from './photo-field.tsx';

/** An unsaved photo with the form's other input. */
interface PhotoDraft<Details> {
  readonly shrunkPhoto: PhotoBytes;
  readonly details: Details;
}

interface DraftOptions<Details> {
  /** Unique per form and record. */
  readonly name: string;
  /**
   * Schema of the details. A stored draft whose details are invalid counts as missing. The schema must not change
   * between renders.
   */
  readonly schema: v.GenericSchema<Details>;
  /** Details of an empty form. */
  readonly initial: Details;
}

/**
 * Keeps a form's photo and other input until the form is saved. They are stored as soon as the photo is taken,
 * because iOS closes hidden pages without a prompt. They are restored when the form opens again, and deleted when
 * the user leaves the form.
 */
export function useStoredPhotoDraft<Details>({ name, schema, initial }: DraftOptions<Details>) {
  const { photos, identity } = useAccount();
  const photo = usePhotoDraft();
  const [details, setDetails] = useState(initial);
  const [restoredPhoto, setRestoredPhoto] = useState<PhotoBytes | null>(null);
  // Keys that start with `draft:` and the user id are deleted at sign-out.
  const key = `draft:${identity.user_id}:${name}`;
  const store = useRef<ReturnType<typeof createStore<Details>>>(null);
  const shrunkPhoto = photo.takenPhoto?.shrunkPhoto ?? null;

  const restore = useEffectEvent((storedDraft: PhotoDraft<Details>) => {
    setDetails(storedDraft.details);
    setRestoredPhoto(storedDraft.shrunkPhoto);
    photo.restore(storedDraft.shrunkPhoto);
  });
  useEffect(() => {
    const openedStore = createStore(key, schema, photos);
    store.current = openedStore;
    let isOpen = true;
    void openedStore.load().then((storedDraft) => {
      if (isOpen && storedDraft !== null) restore(storedDraft);
    });
    return () => {
      isOpen = false;
      void openedStore.clear();
    };
  }, [key, schema, photos]);
  useEffect(() => {
    if (shrunkPhoto !== null) store.current?.save({ shrunkPhoto, details });
  }, [shrunkPhoto, details]);

  const discard = () => {
    setDetails(initial);
    photo.clear();
    void store.current?.clear();
  };
  return {
    photo,
    details,
    setDetails,
    restored: {
      isRestored: restoredPhoto !== null && restoredPhoto === shrunkPhoto,
      isOutdated: false,
      discard,
    },
  };
}

/**
 * Creates a store for one draft. A failed write is ignored, because the photo is then only lost if the page is
 * closed.
 */
function createStore<Details>(key: string, schema: v.GenericSchema<Details>, photos: Photos) {
  const savedDraft = v.object({
    /** Id of the photo on this device. */
    photo: uuid,
    details: schema,
  });
  let storedPhoto: PhotoBytes | null = null;
  const read = () => readSaved(draftStorage, key, savedDraft);
  const remove = async () => {
    const draft = read();
    draftStorage.removeItem(key);
    if (draft !== null) await photos.discard(draft.photo);
  };
  const writer = createDraftWriter<PhotoDraft<Details>>(
    async ({ shrunkPhoto, details }) => {
      const previousDraft = read();
      const isSame = shrunkPhoto === storedPhoto && previousDraft !== null;
      const id = isSame
        ? previousDraft.photo
        : await photos.save(shrunkPhoto.bytes, shrunkPhoto.mime, 'draft');
      draftStorage.setItem(key, JSON.stringify({ photo: id, details }));
      storedPhoto = shrunkPhoto;
      if (previousDraft !== null && !isSame) await photos.discard(previousDraft.photo);
    },
    () => undefined,
  );
  return {
    save: writer.save,
    async load(): Promise<PhotoDraft<Details> | null> {
      const draft = read();
      if (draft === null) return null;
      const shrunkPhoto = await photos.read(draft.photo).catch(() => null);
      if (shrunkPhoto === null) draftStorage.removeItem(key);
      storedPhoto = shrunkPhoto;
      return shrunkPhoto && { shrunkPhoto, details: draft.details };
    },
    async clear(): Promise<void> {
      await writer.settle();
      await remove().catch(() => undefined);
    },
  };
}
