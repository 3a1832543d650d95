import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectFileKind } from '#schemas/order-file-kind.ts';
import { fileKind, toSafeFileName } from '#server/orders/store-order-file.ts';
import { validateLogo, validateLogoFile } from '#src/features/marketing/logo-field.tsx';

const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const utf8 = (text: string) => new Uint8Array(Buffer.from(text, 'utf8'));
const utf16 = (text: string, { big = false, mark = true } = {}) => {
  const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
  return new Uint8Array(big ? bytes.swap16() : bytes);
};
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>';
const prefixed = '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:g/></svg:svg>';
const illustrator = `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: a > b, "quoted" [x] -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
  <!ENTITY ns_svg "http://www.w3.org/2000/svg]>">
  <!-- ]> -->
] >
${drawing}`;

const kinds: readonly [name: string, bytes: Uint8Array, mediaType: string | null][] = [
  ['JPEG, JFIF', latin('\xff\xd8\xff\xe0\0\x10JFIF'), 'image/jpeg'],
  ['JPEG, Adobe (CMYK)', latin('\xff\xd8\xff\xee\0\x0eAdobe'), 'image/jpeg'],
  ['JPEG without an application segment', latin('\xff\xd8\xff\xdb\0'), 'image/jpeg'],
  ['PNG', latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), 'image/png'],
  ['PDF', latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3'), 'application/pdf'],
  ['PDF with a BOM', utf8('\ufeff%PDF-1.4\n'), 'application/pdf'],
  ['PDF after blank lines', latin('\r\n\r\n  %PDF-2.0'), 'application/pdf'],
  [
    'PDF after an email header',
    latin('Content-Type: application/pdf\r\nX-From: a\r\n\r\n%PDF-1.4\n'),
    'application/pdf',
  ],
  ['PDF after too much text', latin(`${'x'.repeat(2_000)}\n%PDF-1.4`), null],
  ['a page with a PDF', latin('<html>\n%PDF-1.4'), null],
  ['a program with a PDF', latin('MZ\x90\0\n%PDF-1.4'), null],
  ['a text about PDF', latin('It begins with %PDF-1.4'), null],
  ['EPS', latin('%!PS-Adobe-3.0 EPSF-3.0\n'), 'application/postscript'],
  ['EPS with a blank first line', latin('\n%!PS-Adobe-3.0 EPSF-3.0\n'), 'application/postscript'],
  ['EPS with a BOM', utf8('\ufeff%!PS-Adobe-3.0 EPSF-3.0'), 'application/postscript'],
  ['EPS after Ctrl-D', latin('\x04%!PS-Adobe-2.0'), 'application/postscript'],
  ['EPS with a DOS header', latin('\xc5\xd0\xd3\xc6\x1e\0\0\0'), 'application/postscript'],
  [
    'PostScript for a printer',
    latin('\x1b%-12345X@PJL JOB\n@PJL ENTER LANGUAGE = POSTSCRIPT\n%!PS-Adobe-3.0'),
    'application/postscript',
  ],
  ['PostScript, bare', latin('%!\n/Helvetica'), 'application/postscript'],
  ['PostScript from old Adobe programs', latin('%!Adobe-3.0'), 'application/postscript'],
  ['SVG with a non-ASCII prefix', utf8('<é:svg xmlns:é="x"/>'), 'image/svg+xml'],
  [
    'SVG in UTF-16 after a blank line, without a byte-order mark',
    utf16(`\n${drawing}`, { mark: false }),
    'image/svg+xml',
  ],
  ['TIFF, little-endian', latin('II*\0'), 'image/tiff'],
  ['TIFF, big-endian', latin('MM\0*'), 'image/tiff'],
  ['BigTIFF, little-endian', latin('II+\0\x08\0\0\0'), 'image/tiff'],
  ['BigTIFF, big-endian', latin('MM\0+\0\x08\0\0'), 'image/tiff'],
  ['PSD', latin('8BPS\0\x01'), 'image/vnd.adobe.photoshop'],
  ['PSB', latin('8BPS\0\x02'), 'image/vnd.adobe.photoshop'],
  ['ZIP', latin('PK\x03\x04'), 'application/zip'],
  ['ZIP, empty', latin('PK\x05\x06' + '\0'.repeat(18)), 'application/zip'],
  ['ZIP, spanned', latin('PK\x07\x08PK\x03\x04'), 'application/zip'],
  ['ZIP, spanned into one part', latin('PK00PK\x03\x04'), 'application/zip'],
  ['SVG', utf8(drawing), 'image/svg+xml'],
  ['SVG with a prefix', utf8(`<?xml version="1.0"?>\n${prefixed}`), 'image/svg+xml'],
  ['SVG with a BOM', utf8(`\ufeff${drawing}`), 'image/svg+xml'],
  ['SVG after blank lines', utf8(`\n\n${drawing}`), 'image/svg+xml'],
  ['SVG from Illustrator', utf8(illustrator), 'image/svg+xml'],
  ['SVG after a long comment', utf8(`<!--${' x'.repeat(20_000)}-->${drawing}`), 'image/svg+xml'],
  ['SVG after many spaces', utf8(`${'\n'.repeat(20_000)}${drawing}`), 'image/svg+xml'],
  ['SVG in UTF-16', utf16(illustrator), 'image/svg+xml'],
  ['SVG in UTF-16, big-endian', utf16(prefixed, { big: true }), 'image/svg+xml'],
  ['SVG in UTF-16 without a byte-order mark', utf16(drawing, { mark: false }), 'image/svg+xml'],
  [
    'SVG in UTF-16, big-endian, without a byte-order mark',
    utf16(drawing, { big: true, mark: false }),
    'image/svg+xml',
  ],
  ['self-closing SVG', utf8('<svg/>'), 'image/svg+xml'],
  ['a page with a drawing', utf8(`<html>${drawing}</html>`), null],
  ['a page in UTF-16', utf16(`<html>${drawing}</html>`), null],
  ['a drawing within a comment', utf8(`<!-- ${drawing}`), null],
  ['another element with a prefix', utf8('<svg:g xmlns:svg="x"/>'), null],
  ['a script', utf8('#!/bin/sh\n%PDF-1.4'), null],
  ['a program', latin('MZ\x90'), null],
  ['a GIF', latin('GIF89a'), null],
  ['nothing', new Uint8Array(), null],
];

describe('the type of an order file', () => {
  test.each(kinds)('is detected from the content: %s', async (_name, bytes, mediaType) => {
    expect(detectFileKind(bytes)?.mediaType ?? null).toBe(mediaType);
    expect(fileKind(bytes)).toEqual(detectFileKind(bytes));
    // The device's validation agrees and ignores the file name.
    const result = await validateLogoFile(new File([bytes as BlobPart], 'logo'));
    const problem = bytes.length === 0 ? 'empty' : 'wrong_type';
    expect(result).toEqual(mediaType === null ? { ok: false, problem } : { ok: true, mediaType });
  });

  test('is detected without exceptions, in time proportional to the file', () => {
    const fragment = fc.constantFrom(
      '<!--',
      '-->',
      '<!DOCTYPE',
      '[',
      ']',
      '"',
      '<?',
      '?>',
      '<svg',
      '>',
    );
    const text = fc.array(fragment, { maxLength: 40 }).map((parts) => utf8(parts.join('')));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), text), (bytes) => {
        expect(() => detectFileKind(bytes)).not.toThrow();
      }),
    );
    for (const fragment of ['<!--', '<!DOCTYPE [', '<?', '\n', '@PJL\n', "<!DOCTYPE '"]) {
      const startedAt = performance.now();
      detectFileKind(utf8(fragment.repeat(200_000)));
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    }
  });

  test('determines the file extension: it is replaced unless it matches', () => {
    const name = (file: string, bytes: Uint8Array) => toSafeFileName(file, fileKind(bytes)!); // The type of each file is known.
    expect(name('a.psb', latin('8BPS\0\x02'))).toBe('a.psb');
    expect(name('a.ai', latin('\n%!PS-Adobe-3.0'))).toBe('a.ai');
    expect(name('a.txt', utf8(drawing))).toBe('a.svg');
  });

  test('is detected from the content first, then from the name', () => {
    const file = { name: 'logo.png', type: 'image/png', size: 5 };
    expect(validateLogo(file, null)).toEqual({ ok: false, problem: 'wrong_type' });
    expect(validateLogo(file)).toEqual({ ok: true, mediaType: 'image/png' });
  });
});
