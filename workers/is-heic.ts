/** Bytes at the start of a file that identify its type. */
const HEAD = 64;

/**
 * True if a file is a HEIC photo, as iPhones take them and most other browsers can't open them. Checks the
 * first bytes, because name and type may be missing or wrong.
 */
export async function isHeic(photo: Blob): Promise<boolean> {
  const head = await photo.slice(0, HEAD).text();
  return head.slice(4, 8) === 'ftyp' && /he[iv][cmsx]/.test(head.slice(8));
}
