import { useEffect, useRef, useState } from 'react';
import { type AttachmentGroup, MAX_PROJECT_PHOTOS } from '#schemas/attachment.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { fitPhoto } from '#workers/image-worker-client.ts';

/** Longer side of a stored job photo, in pixels: sharp on a screen and in print, about 400 kB. */
const MAX_SIDE = 1600;
/** Maximum number of frames waiting for the worker, 8 MB each. */
const MAX_PENDING_FRAMES = 4;

interface AddPhotos {
  /** Saves a photo or video frame on this device. Resolves to true if it was saved. */
  readonly add: (photo: Blob | ImageBitmap, group: AttachmentGroup) => Promise<boolean>;
  /** Number of photos being saved. */
  readonly pendingCount: number;
  /** True while no further frame can be taken. */
  readonly isBusy: boolean;
  /** True if the project has the maximum number of photos, including those being saved. */
  readonly isFull: boolean;
  /** Reason why a photo wasn't saved; null once further photos are added. */
  readonly failure: unknown;
}

/**
 * Saves a project's photos one by one, shrunk and without metadata. Doesn't save photos over the limit.
 * @param count number of photos that the project already has
 */
export function useAddPhotos(projectId: string, count: number): AddPhotos {
  const { attachments } = useAccount();
  const [pendingCount, setPendingCount] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const total = useRef(count);
  // The next photo may be taken before the number of saved photos updates.
  useEffect(() => {
    total.current = count + pendingCount;
  });

  const save = async (photo: Blob | ImageBitmap, group: AttachmentGroup): Promise<boolean> => {
    try {
      const { bytes, mime } = await fitPhoto(photo, MAX_SIDE);
      await attachments.add({ projectId, kind: 'photo', group, caption: '', bytes, mime });
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setPendingCount((pending) => pending - 1);
    }
  };
  const add: AddPhotos['add'] = (photo, group) => {
    if (total.current >= MAX_PROJECT_PHOTOS) return Promise.resolve(false);
    total.current += 1;
    // If several files are chosen together, saving one must not hide the failure of another.
    if (pendingCount === 0) setFailure(null);
    setPendingCount((pending) => pending + 1);
    const saving = queue.current.then(() => save(photo, group));
    queue.current = saving;
    return saving;
  };
  return {
    add,
    pendingCount,
    isBusy: pendingCount >= MAX_PENDING_FRAMES,
    isFull: count + pendingCount >= MAX_PROJECT_PHOTOS,
    failure,
  };
}
