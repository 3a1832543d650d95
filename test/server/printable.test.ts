import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPrintable, printableText } from '#schemas/printable.ts';
import { loadFont, fontWeights } from '#server/certificates/certificate-fonts.ts';

const LAST = 0x10ffff;

test('every printable character has a glyph in both fonts', () => {
  const missingCodes: string[] = [];
  for (let code = 0x20; code <= LAST; code += 1) {
    const character = String.fromCodePoint(code);
    if (!isPrintable(character)) continue;
    const composedCharacter = character.normalize('NFC');
    const hasGlyphs = fontWeights.every((weight) =>
      [...composedCharacter].every((part) =>
        loadFont(weight).hasGlyphForCodePoint(part.codePointAt(0) ?? 0),
      ),
    );
    if (!hasGlyphs) missingCodes.push(code.toString(16));
  }
  expect(missingCodes).toEqual([]);
});

test.each([
  ['cs', 'Příliš žluťoučký kůň úpěl ďábelské ódy'],
  ['pl', 'Zażółć gęślą jaźń „Dachy” – 5 m²'],
  ['hu', 'Árvíztűrő tükörfúrógép'],
  ['ro', 'Țăranul și șoferul, îngheț'],
  ['lt', 'Įlinkdama fechtuotojo špaga žvilgtelėjo'],
  ['lv', 'Glāžšķūņa rūķīši dzērumā čiepj'],
  ['et', 'Põdur Zagrebi tšellomängija-följetonist'],
  ['hr', 'Gojazni đačić s biciklom drži hmelj i finu vatu u džepu nošnje'],
  ['sr', 'Љубазни фењерџија чађавог лица'],
  ['bg', 'Жълтата дюля беше щастлива'],
  ['uk', 'Щастям б’єш жук їх глицю в фон й ґедзь пріч'],
  ['tr', 'Pijamalı hasta yağız şoföre çabucak güvendi İı'],
  ['it', 'Perché è così? Già, più su: € 5'],
])('all labels in %s are printable', (_language, text) => {
  for (const form of ['NFC', 'NFD'] as const) {
    expect(isPrintable(text.normalize(form))).toBe(true);
    expect(printableText(text.normalize(form))).toBe(text);
  }
});

test.each([
  ['Dachy 🏠', 'Dachy'],
  ['🏠 Dachy 👨‍👩‍👧 Nowak ❤️', 'Dachy Nowak'],
  ['Dachy 屋根 Nowak', 'Dachy Nowak'],
  ['بناء', ''],
  ['Dachy ☎ 1', 'Dachy 1'],
  ['Dachy 🇵🇱', 'Dachy'],
])('%s is printed without letters missing in the fonts', (text, printedText) => {
  expect(isPrintable(text)).toBe(false);
  expect(printableText(text)).toBe(printedText);
});

test('reduced text is printable and doesn’t change when reduced again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const printedText = printableText(text);
      expect(isPrintable(printedText)).toBe(true);
      expect(printableText(printedText)).toBe(printedText);
    }),
  );
});
