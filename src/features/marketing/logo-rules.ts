/** Which files may be a logo (spec 2 §5). Pure. */
import { type FileKind, HEAD_BYTES, kindByContent } from '#schemas/order-file-kind.ts';
import { MAX_ORDER_FILE_BYTES, orderFileTypes } from '#schemas/order-submission.ts';

/** What a file is by the ending of its name: many a device knows no type for a drawing. */
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

/** What a picker of files offers, as the browser's `accept` takes it. */
export const acceptedLogos = [
  ...Object.keys(byEnding).map((ending) => `.${ending}`),
  ...orderFileTypes,
].join(',');

export type LogoProblem = 'too_large' | 'wrong_type' | 'nothing_in_it';

type LogoCheck =
  | { readonly ok: true; readonly mediaType: string }
  | { readonly ok: false; readonly problem: LogoProblem };

/**
 * Whether a file may be sent as a logo, and as what. Its content decides, as on the server.
 * @param kind what it is by its content, null for nothing that may be sent; left out where the content can't be read,
 * which leaves it to the type and the name
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

/** The same, with the content read. Never throws. */
export async function validateLogoFile(file: File): Promise<LogoCheck> {
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    return validateLogo(file, kindByContent(head));
  } catch {
    // Sending says why it can't be read.
    return validateLogo(file);
  }
}

/** Of a logo by its name: what a browser can draw, with its type; null for a page, an archive or a printer's file. */
export function drawableType(name: string): string | null {
  const type = byEnding[endingOf(name)] ?? '';
  return ['image/jpeg', 'image/png', 'image/svg+xml'].includes(type) ? type : null;
}

function endingOf(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
