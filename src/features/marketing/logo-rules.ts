/** Which files may be a logo (spec 2 §5). Pure. */
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
};

/** What a picker of files offers, as the browser's `accept` takes it. */
export const acceptedLogos = [
  ...Object.keys(byEnding).map((ending) => `.${ending}`),
  ...orderFileTypes,
].join(',');

export type LogoProblem = 'too_large' | 'wrong_type' | 'nothing_in_it';

/** Whether a file may be sent as a logo, and as what. */
export function judgeLogo({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>):
  | { readonly ok: true; readonly mediaType: string }
  | { readonly ok: false; readonly problem: LogoProblem } {
  const known = orderFileTypes.find((one) => one === type.toLowerCase());
  const mediaType = known ?? byEnding[endingOf(name)];
  if (mediaType === undefined) return { ok: false, problem: 'wrong_type' };
  if (size > MAX_ORDER_FILE_BYTES) return { ok: false, problem: 'too_large' };
  return size === 0 ? { ok: false, problem: 'nothing_in_it' } : { ok: true, mediaType };
}

/** Of a logo by its name: what a browser can draw, with its type; null for a page, an archive or a printer's file. */
export function drawableType(name: string): string | null {
  const type = byEnding[endingOf(name)] ?? '';
  return ['image/jpeg', 'image/png', 'image/svg+xml'].includes(type) ? type : null;
}

function endingOf(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
