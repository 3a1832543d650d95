/** As much of a file says what it is, in bytes. */
const HEAD = 64;

/**
 * Whether a file is a photo as iPhones take them (HEIC), which most other browsers can't open. By its first bytes: its
 * name and type may be missing or wrong.
 */
export async function isHeic(photo: Blob): Promise<boolean> {
  const head = await photo.slice(0, HEAD).text();
  return head.slice(4, 8) === 'ftyp' && /he[iv][cmsx]/.test(head.slice(8));
}
