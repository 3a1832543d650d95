/** What a file is by its first bytes, and the name's ending that belongs to it. */
export interface FileKind {
  readonly mediaType: string;
  readonly endings: readonly string[];
}

interface Signature extends FileKind {
  /** Bytes in Latin-1 that the file begins with. */
  readonly begins: readonly string[];
}

/** What may be sent for an order (spec 2 §5). Illustrator's files are PDF or PostScript inside. */
const signatures: readonly Signature[] = [
  { mediaType: 'image/jpeg', endings: ['jpg', 'jpeg'], begins: ['\xff\xd8\xff'] },
  { mediaType: 'image/png', endings: ['png'], begins: ['\x89PNG\r\n\x1a\n'] },
  { mediaType: 'application/pdf', endings: ['pdf', 'ai'], begins: ['%PDF-'] },
  {
    mediaType: 'application/postscript',
    endings: ['ps', 'eps', 'ai'],
    begins: ['%!PS', '\xc5\xd0\xd3\xc6'],
  },
  { mediaType: 'application/zip', endings: ['zip'], begins: ['PK\x03\x04'] },
  { mediaType: 'image/tiff', endings: ['tif', 'tiff'], begins: ['II*\0', 'MM\0*'] },
  { mediaType: 'image/vnd.adobe.photoshop', endings: ['psd'], begins: ['8BPS'] },
];
const svg: FileKind = { mediaType: 'image/svg+xml', endings: ['svg'] };
/** So much of a text is looked through for its first element. */
const HEAD_BYTES = 4096;

/** What the file is, whatever was said of it (security 16); null for what may not be sent. Never throws. */
export function fileKind(bytes: Uint8Array): FileKind | null {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES));
  const text = head.toString('latin1');
  const known = signatures.find(({ begins }) => begins.some((start) => text.startsWith(start)));
  if (known) return known;
  return isSvg(head.toString('utf8')) ? svg : null;
}

/** Its first element is `svg`, behind a declaration, comments and a document type at most. */
function isSvg(text: string): boolean {
  const body = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(\[[^\]]*\])?>/gi, '');
  return /^\s*<svg[\s>]/i.test(body);
}

/** The name as it may be saved under: no path, no quotes, and the ending of what the file is. */
export function savedName(name: string, { endings }: FileKind): string {
  const bare = name
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '')
    .replace(/^[.\s]+/, '')
    .trim();
  const ending = /\.([a-z0-9]{1,5})$/i.exec(bare)?.[1]?.toLowerCase() ?? '';
  const stem = (ending === '' ? bare : bare.slice(0, -ending.length - 1)).slice(0, 100) || 'file';
  return `${stem}.${endings.includes(ending) ? ending : (endings[0] ?? 'bin')}`;
}
