import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { create } from 'fontkit';
import { describe, expect, test } from 'vitest';
import { letterWidth, fitText, textWidth } from '#src/features/marketing/preview/text-fit.ts';

const letters = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...'aeiouyłśżźćńęąőűÁÉő ăâîșț čšžđ жщъю WwMm.il-@/ 019'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }) },
);
const texts = fc.array(letters, { maxLength: 120 }).map((some) => some.join(''));
const styles = fc.record({
  size: fc.integer({ min: 4, max: 30 }),
  minSize: fc.integer({ min: 2, max: 4 }),
  maxLines: fc.integer({ min: 1, max: 5 }),
  weight: fc.constantFrom('regular' as const, 'bold' as const),
  isBalanced: fc.boolean(),
});
const withoutSpaces = (text: string) => text.replace(/\s/g, '');

describe('a text fitted to a width', () => {
  test('has no line wider than the width, and no more lines than allowed', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 12, max: 200 }), styles, (text, width, style) => {
        const { lines, size } = fitText(text, width, style);
        expect(lines.length).toBeLessThanOrEqual(style.maxLines);
        expect(size).toBeGreaterThanOrEqual(style.minSize);
        expect(size).toBeLessThanOrEqual(style.size);
        for (const line of lines) {
          expect(textWidth(line, size, style.weight)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });

  test('loses no text unless it ends with an ellipsis', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 12, max: 200 }), styles, (text, width, style) => {
        const { lines, isTruncated } = fitText(text, width, style);
        const printedText = withoutSpaces(lines.join(''));
        expect(printedText.endsWith('…') || !isTruncated).toBe(true);
        expect(
          withoutSpaces(text).startsWith(isTruncated ? printedText.slice(0, -1) : printedText),
        ).toBe(true);
        expect(isTruncated || printedText.length === withoutSpaces(text).length).toBe(true);
      }),
    );
  });

  const style = { size: 10, minSize: 5, maxLines: 2 };

  test('is as large as possible within the allowed lines', () => {
    expect(fitText('Dachy Nowak', 200, style)).toEqual({
      lines: ['Dachy Nowak'],
      size: 10,
      isTruncated: false,
    });
    expect(fitText('Dachy Nowak', 40, style).lines).toEqual(['Dachy', 'Nowak']);
    expect(fitText('   ', 40, style).lines).toEqual([]);
  });

  test('keeps words whole as long as the smallest size allows', () => {
    const fittedText = fitText('Tetőablakbeépítés', 50, style);
    expect(fittedText.lines).toEqual(['Tetőablakbeépítés']);
    expect(fittedText.size).toBeLessThan(10);
    expect(fitText('biuro@dachynowak.example', 55, style).lines).toEqual([
      'biuro@',
      'dachynowak.example',
    ]);
  });

  test('ends no line with a one-letter word', () => {
    const { lines } = fitText('Okna i rolety w domu', 45, { ...style, maxLines: 4 });
    expect(lines).toEqual(['Okna', 'i\u00A0rolety', 'w\u00A0domu']);
  });

  test('is balanced if requested', () => {
    const headline = { ...style, maxLines: 3 };
    expect(fitText('Więcej światła dla domu', 90, headline).lines).toEqual([
      'Więcej światła dla',
      'domu',
    ]);
    expect(fitText('Więcej światła dla domu', 90, { ...headline, isBalanced: true }).lines).toEqual(
      ['Więcej światła', 'dla domu'],
    );
  });
});

test.each(['latin', 'latin-ext', 'cyrillic'])('the widths match the font: %s', (subset) => {
  const path = `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`;
  const font = create(readFileSync(fileURLToPath(import.meta.resolve(path))));
  if (!('characterSet' in font)) throw new Error(`${path} is a collection.`);
  const printedText = [...'AaWwMmil10 .,@-+/()&„”–…ąćęłńóśźżőűăâîșțčšžđďťľЖжЩщЪъЯя'];
  const withGlyph = printedText.filter((letter) =>
    font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  );
  expect(withGlyph.length).toBeGreaterThan(5);
  const badWidths = withGlyph.filter((letter) => {
    const glyph = font.glyphForCodePoint(letter.codePointAt(0) ?? 0);
    const excess = letterWidth(letter, 'regular') - (glyph.advanceWidth * 1000) / font.unitsPerEm;
    // Leave 2 % of each line free, because an estimate should err on the wide side.
    return excess < -12 || excess > 70;
  });
  expect(badWidths).toEqual([]);
});
