/** Rules for logo files (spec 2 §5). Pure. */
import { type FileKind, SNIFFED_BYTES, detectFileKind } from '#schemas/order-file-kind.ts';
import { MAX_ORDER_FILE_BYTES, orderFileTypes } from '#schemas/order-submission.ts';

/** Media types by file extension, because many devices report none for vector formats. */
const byEnding: Readonly<Record<string, (typeof orderFileTypes)[number]>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  ps: 'application/postscript',
  eps: 'application/eps',
  ai: 'application/illustrator',
  zip: 'application/zip',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  psd: 'image/vnd.adobe.photoshop',
  psb: 'image/vnd.adobe.photoshop',
};

/** For the `accept` attribute of a file input. */
export const acceptedLogos = [
  ...Object.keys(byEnding).map((ending) => `.${ending}`),
  ...orderFileTypes,
].join(',');

export type LogoProblem = 'too_large' | 'wrong_type' | 'nothing_in_it';

type LogoCheck =
  | { readonly ok: true; readonly mediaType: string }
  | { readonly ok: false; readonly problem: LogoProblem };

/**
 * Checks whether a file can be uploaded as a logo, and as which media type. As on the server, its
 * content decides.
 * @param kind kind by content, null if not accepted; undefined if the content can't be read, then
 * type and name decide
 */
export function validateLogo(
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  kind?: FileKind | null,
): LogoCheck {
  if (size === 0) return { ok: false, problem: 'nothing_in_it' };
  const known =
    orderFileTypes.find((one) => one === type.toLowerCase()) ?? byEnding[endingOf(name)];
  const mediaType = kind === undefined ? known : kind?.mediaType;
  if (mediaType === undefined) return { ok: false, problem: 'wrong_type' };
  return size > MAX_ORDER_FILE_BYTES
    ? { ok: false, problem: 'too_large' }
    : { ok: true, mediaType };
}

/** The same, reading the content. Never throws. */
export async function validateLogoFile(file: File): Promise<LogoCheck> {
  try {
    const head = new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer());
    return validateLogo(file, detectFileKind(head));
  } catch {
    // The upload reports why the file can't be read.
    return validateLogo(file);
  }
}

/**
 * Returns the media type of a logo that browsers can draw, by its name; null for documents,
 * archives and print formats.
 */
export function drawableType(name: string): string | null {
  const type = byEnding[endingOf(name)] ?? '';
  return ['image/jpeg', 'image/png', 'image/svg+xml'].includes(type) ? type : null;
}

function endingOf(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
