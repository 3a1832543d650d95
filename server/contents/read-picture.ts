import { createHash } from 'node:crypto';
import { MAX_PICTURE_BYTES, MAX_SMALL_PICTURE_BYTES } from '#schemas/operator/picture-fields.ts';
import { readPhoto } from '../photos/read-photo.ts';
import { readWebp } from '../photos/read-webp.ts';
import { stableUuid } from '../stable-uuid.ts';

/** A public picture in two sizes, without location and device metadata. */
export interface Picture {
  /** Derived from the bytes, because devices cache a picture's URL forever. */
  readonly uuid: string;
  readonly mediaType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly small: Uint8Array<ArrayBuffer>;
  readonly large: Uint8Array<ArrayBuffer>;
}

/** A picture, or a sentence that describes the problem. */
type ReadPicture = Picture | { readonly problem: string };

/**
 * Reads an uploaded picture, whose type depends only on its content.
 * @param smallBytes null to use `largeBytes` for both sizes
 */
export function readPicture(largeBytes: Uint8Array, smallBytes: Uint8Array | null): ReadPicture {
  if (largeBytes.length > MAX_PICTURE_BYTES) {
    return { problem: `The picture is larger than ${MAX_PICTURE_BYTES / 1000} kB.` };
  }
  if (smallBytes !== null && smallBytes.length > MAX_SMALL_PICTURE_BYTES) {
    return { problem: `The small picture is larger than ${MAX_SMALL_PICTURE_BYTES / 1000} kB.` };
  }
  const largeImage = readImage(largeBytes);
  if (largeImage === null) {
    return { problem: 'The file isn’t a JPEG, PNG or WebP picture that can be shown.' };
  }
  const smallImage = smallBytes === null ? largeImage : readImage(smallBytes);
  if (smallImage?.mediaType !== largeImage.mediaType) {
    return { problem: 'The small picture isn’t of the same type.' };
  }
  const hashes = [largeImage, smallImage].map(({ content }) =>
    createHash('sha256').update(content).digest('hex'),
  );
  return {
    uuid: stableUuid(`picture:${hashes.join(':')}`),
    mediaType: largeImage.mediaType,
    small: smallImage.content,
    large: largeImage.content,
  };
}

function readImage(bytes: Uint8Array) {
  const webp = readWebp(bytes);
  if (webp !== null) return { mediaType: 'image/webp' as const, content: webp };
  const photo = readPhoto(bytes);
  return photo.kind === 'photo' ? photo : null;
}
