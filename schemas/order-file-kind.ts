/** Detects the type of an order's file from its content (spec 2 §5), on the device and the server. Pure. */
import type { orderFileTypes } from './order-submission.ts';

/** A file type and its possible file name extensions. */
export interface FileKind {
  readonly mediaType: (typeof orderFileTypes)[number];
  readonly endings: readonly [string, ...string[]];
}

/** Illustrator files are PDF or PostScript inside. */
const pdf: FileKind = { mediaType: 'application/pdf', endings: ['pdf', 'ai'] };
const postScript: FileKind = {
  mediaType: 'application/postscript',
  endings: ['ps', 'eps', 'ai'],
};
const svg: FileKind = { mediaType: 'image/svg+xml', endings: ['svg'] };

/** Signatures (first bytes) in Latin-1. */
const signatures: readonly (FileKind & { readonly begins: readonly string[] })[] = [
  { mediaType: 'image/jpeg', endings: ['jpg', 'jpeg'], begins: ['\xff\xd8\xff'] },
  { mediaType: 'image/png', endings: ['png'], begins: ['\x89PNG\r\n\x1a\n'] },
  // EPS with a preview, as Windows programs write it.
  { ...postScript, begins: ['\xc5\xd0\xd3\xc6'] },
  {
    mediaType: 'application/zip',
    endings: ['zip'],
    // With entries, empty, split into parts, and a single part.
    begins: ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08', 'PK00PK\x03\x04'],
  },
  {
    mediaType: 'image/tiff',
    endings: ['tif', 'tiff'],
    begins: ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'],
  },
  {
    mediaType: 'image/vnd.adobe.photoshop',
    endings: ['psd', 'psb'],
    begins: ['8BPS'],
  },
];

/** Bytes that are read to recognise a file; drawings may start with long comments. */
export const SNIFFED_BYTES = 1_000_000;
/** Search range for the start of a page. */
const PAGE_WITHIN = 4_096;

/**
 * Detects the type of a file, regardless of its name and declared type (security 16). Null if the type isn't
 * allowed. Never throws.
 * @param bytes the whole file, or its first `SNIFFED_BYTES`
 */
export function detectFileKind(bytes: Uint8Array): FileKind | null {
  const head = bytes.subarray(0, SNIFFED_BYTES);
  const known = signatures.find(({ begins }) => begins.some((start) => startsWith(head, start)));
  if (known) return { mediaType: known.mediaType, endings: known.endings };
  const encoding = encodingOf(head);
  const text = new TextDecoder(encoding).decode(head);
  return (encoding === 'utf-8' ? pageKind(text.slice(0, PAGE_WITHIN)) : null) ?? svgKind(text);
}

function startsWith(bytes: Uint8Array, latin1: string): boolean {
  return [...latin1].every((letter, at) => bytes[at] === letter.charCodeAt(0));
}

/** By the byte order mark, otherwise by the zero bytes next to the first two letters. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const noughts = [...bytes.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : 'x')).join('');
  if (startsWith(bytes, '\xff\xfe') || noughts === 'x0x0') return 'utf-16le';
  return startsWith(bytes, '\xfe\xff') || noughts === '0x0x' ? 'utf-16be' : 'utf-8';
}

/** Characters that may precede a page: spaces, a byte order mark, and the end of the previous page. */
const blanks = new Set(' \t\r\n\f\0\x04\ufeff');
/** Printer command that switches the language. */
const switchLanguage = '\x1b%-12345X';

function pageKind(text: string): FileKind | null {
  const page = text.slice(startOfPage(text));
  if (page.startsWith('%PDF-') || isPdfBehindText(text)) return pdf;
  return /^%!(?:PS|Adobe|\s)/.test(page) ? postScript : null;
}

/** PDF readers search this many bytes for the header, because mail and web software leaves headers before it. */
const PDF_WITHIN = 1_024;
/** A script, a program or a web page that contains a PDF. */
const NO_TEXT = /^(?:#!|MZ|\x7fELF|\s*<)|\0/;

function isPdfBehindText(text: string): boolean {
  const start = text.slice(0, PDF_WITHIN);
  return /[\r\n]%PDF-\d\.\d/.test(start) && !NO_TEXT.test(start.slice(0, start.indexOf('%PDF-')));
}

/** Skips blanks, and commands that switch a printer to PostScript. */
function startOfPage(text: string): number {
  for (let at = 0; ;) {
    if (blanks.has(text.charAt(at))) at += 1;
    else if (text.startsWith(switchLanguage, at)) at += switchLanguage.length;
    else if (text.startsWith('@PJL', at)) at += /^[^\r\n]*/.exec(text.slice(at))?.[0].length ?? 0;
    else return at;
  }
}

/** SVG: the first element after declaration, comments and document type is `svg`, with or without a prefix. */
function svgKind(text: string): FileKind | null {
  let at = 0;
  for (;;) {
    at += /^[\s\ufeff]*/.exec(text.slice(at, at + PAGE_WITHIN))?.[0].length ?? 0;
    const end = endOfProlog(text, at);
    if (end === at) break;
    if (end === -1) return null;
    at = end;
  }
  return /^<(?:[^\s<>/:]+:)?svg[\s/>]/i.test(text.slice(at, at + 100)) ? svg : null;
}

/** End of the prolog item that starts at `at`: `at` if none starts there, -1 if it isn't closed. */
function endOfProlog(text: string, at: number): number {
  if (text.startsWith('<?', at)) return after(text, '?>', at);
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 4);
  if (/^<!DOCTYPE/i.test(text.slice(at, at + 9))) return endOfDoctype(text, at);
  // The run of spaces was longer than the slice.
  return /\s/.test(text.charAt(at)) ? at + 1 : at;
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? -1 : found + mark.length;
}

/** Index after the closing `>`, ignoring those in quotes, comments and the square brackets. */
function endOfDoctype(text: string, from: number): number {
  let isInside = false;
  for (let at = from; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '"' || letter === "'") {
      at = text.indexOf(letter, at + 1);
      if (at === -1) return -1;
    } else if (text.startsWith('<!--', at)) {
      at = after(text, '-->', at + 4) - 1;
      if (at < 0) return -1;
    } else if (letter === '[') isInside = true;
    else if (letter === ']') isInside = false;
    else if (letter === '>' && !isInside) return at + 1;
  }
  return -1;
}
