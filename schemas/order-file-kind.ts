/** Detects the type of an order's file by its content (spec 2 §5), on the device and the server. */
import type { orderFileTypes } from './order-submission.ts';

/** A file type and its possible file name extensions. */
export interface FileKind {
  readonly mediaType: (typeof orderFileTypes)[number];
  readonly extensions: readonly [string, ...string[]];
}

/** Illustrator files are PDF or PostScript internally. */
const pdf: FileKind = { mediaType: 'application/pdf', extensions: ['pdf', 'ai'] };
const postScript: FileKind = {
  mediaType: 'application/postscript',
  extensions: ['ps', 'eps', 'ai'],
};
const svg: FileKind = { mediaType: 'image/svg+xml', extensions: ['svg'] };

/** Signatures (first bytes) in Latin-1. */
const signatures: readonly (FileKind & { readonly prefixes: readonly string[] })[] = [
  { mediaType: 'image/jpeg', extensions: ['jpg', 'jpeg'], prefixes: ['\xff\xd8\xff'] },
  { mediaType: 'image/png', extensions: ['png'], prefixes: ['\x89PNG\r\n\x1a\n'] },
  // EPS with a preview, as written by Windows programs.
  { ...postScript, prefixes: ['\xc5\xd0\xd3\xc6'] },
  {
    mediaType: 'application/zip',
    extensions: ['zip'],
    // In this order: archives with entries, empty ones, ones split into parts, and ones split into a single part.
    prefixes: ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08', 'PK00PK\x03\x04'],
  },
  {
    mediaType: 'image/tiff',
    extensions: ['tif', 'tiff'],
    prefixes: ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'],
  },
  {
    mediaType: 'image/vnd.adobe.photoshop',
    extensions: ['psd', 'psb'],
    prefixes: ['8BPS'],
  },
];

/** Number of bytes to read to recognise a file. Drawings may start with long comments. */
export const SNIFFED_BYTES = 1_000_000;
/** Search range for the start of a page, in bytes. */
const PAGE_SEARCH_BYTES = 4_096;

/**
 * Detects the type of a file, regardless of its name and declared type (security 16). Null if the type isn't
 * allowed. Never throws.
 * @param bytes the whole file, or its first `SNIFFED_BYTES`
 */
export function detectFileKind(bytes: Uint8Array): FileKind | null {
  const head = bytes.subarray(0, SNIFFED_BYTES);
  const matchingSignature = signatures.find(({ prefixes }) =>
    prefixes.some((start) => startsWith(head, start)),
  );
  if (matchingSignature)
    return { mediaType: matchingSignature.mediaType, extensions: matchingSignature.extensions };
  const encoding = encodingOf(head);
  const text = new TextDecoder(encoding).decode(head);
  return (
    (encoding === 'utf-8' ? pageKind(text.slice(0, PAGE_SEARCH_BYTES)) : null) ?? svgKind(text)
  );
}

function startsWith(bytes: Uint8Array, latin1: string): boolean {
  return [...latin1].every((letter, index) => bytes[index] === letter.charCodeAt(0));
}

/** Detects the encoding by the byte order mark, otherwise by the zero bytes next to the first two letters. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const zeroPattern = [...bytes.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : 'x')).join('');
  if (startsWith(bytes, '\xff\xfe') || zeroPattern === 'x0x0') return 'utf-16le';
  return startsWith(bytes, '\xfe\xff') || zeroPattern === '0x0x' ? 'utf-16be' : 'utf-8';
}

/** Characters that may precede a page: spaces, a byte order mark, and the end of the previous page. */
const blanks = new Set(' \t\r\n\f\0\x04\ufeff');
/** Printer command that switches the language. */
const LANGUAGE_SWITCH = '\x1b%-12345X';

function pageKind(text: string): FileKind | null {
  const page = text.slice(startOfPage(text));
  if (page.startsWith('%PDF-') || isPdfAfterText(text)) return pdf;
  return /^%!(?:PS|Adobe|\s)/.test(page) ? postScript : null;
}

/**
 * PDF readers look for the header in this many bytes, because mail and web software puts its own headers first.
 */
const PDF_SEARCH_BYTES = 1_024;
/** Start of a script, a program or a web page, which may contain a PDF but isn't one. */
const NON_PDF_START = /^(?:#!|MZ|\x7fELF|\s*<)|\0/;

function isPdfAfterText(text: string): boolean {
  const start = text.slice(0, PDF_SEARCH_BYTES);
  return (
    /[\r\n]%PDF-\d\.\d/.test(start) && !NON_PDF_START.test(start.slice(0, start.indexOf('%PDF-')))
  );
}

/** Skips blanks, and commands that switch a printer to PostScript. */
function startOfPage(text: string): number {
  for (let index = 0; ;) {
    if (blanks.has(text.charAt(index))) index += 1;
    else if (text.startsWith(LANGUAGE_SWITCH, index)) index += LANGUAGE_SWITCH.length;
    else if (text.startsWith('@PJL', index))
      index += /^[^\r\n]*/.exec(text.slice(index))?.[0].length ?? 0;
    else return index;
  }
}

/**
 * Returns the SVG type if the first element after the declaration, comments and document type is `svg`, with or without
 * a namespace prefix.
 */
function svgKind(text: string): FileKind | null {
  let index = 0;
  for (;;) {
    index += /^[\s\ufeff]*/.exec(text.slice(index, index + PAGE_SEARCH_BYTES))?.[0].length ?? 0;
    const end = endOfProlog(text, index);
    if (end === index) break;
    if (end === -1) return null;
    index = end;
  }
  return /^<(?:[^\s<>/:]+:)?svg[\s/>]/i.test(text.slice(index, index + 100)) ? svg : null;
}

/** Returns the end of the prolog item at `index`: `index` if none starts there, and -1 if the item is unclosed. */
function endOfProlog(text: string, index: number): number {
  if (text.startsWith('<?', index)) return endOf(text, '?>', index);
  if (text.startsWith('<!--', index)) return endOf(text, '-->', index + 4);
  if (/^<!DOCTYPE/i.test(text.slice(index, index + 9))) return endOfDoctype(text, index);
  // The run of spaces was longer than the slice.
  return /\s/.test(text.charAt(index)) ? index + 1 : index;
}

function endOf(text: string, mark: string, from: number): number {
  const position = text.indexOf(mark, from);
  return position === -1 ? -1 : position + mark.length;
}

/** Returns the index after the closing `>`. Ignores any `>` in quotes, comments and square brackets. */
function endOfDoctype(text: string, from: number): number {
  let isInBrackets = false;
  for (let index = from; index < text.length; index += 1) {
    const letter = text.charAt(index);
    if (letter === '"' || letter === "'") {
      index = text.indexOf(letter, index + 1);
      if (index === -1) return -1;
    } else if (text.startsWith('<!--', index)) {
      index = endOf(text, '-->', index + 4) - 1;
      if (index < 0) return -1;
    } else if (letter === '[') isInBrackets = true;
    else if (letter === ']') isInBrackets = false;
    else if (letter === '>' && !isInBrackets) return index + 1;
  }
  return -1;
}
