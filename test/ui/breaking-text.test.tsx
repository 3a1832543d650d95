import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AddressText, CodeText, EmailText } from '#src/ui/breaking-text.tsx';

const unbroken = (html: string) =>
  [...html.matchAll(/<span class="whitespace-nowrap">([^<]*)<\/span>/g)].map(([, text]) => text);
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '');

test.each([
  ['ul. Leśna 18, 32-005 Niepołomice', ['32-005']],
  ['Tesařská 8, 602 00 Brno', []],
  ['Rua Nova 1-3, 1000-205 Porto', ['1-3', '1000-205']],
  ['Bielsko-Biała', []],
])('the numbers in %s aren’t split', (address, numbers) => {
  expect(unbroken(renderToStaticMarkup(<AddressText>{address}</AddressText>))).toEqual(numbers);
});

test('an email address can break at its @ and its dots', () => {
  expect(renderToStaticMarkup(<EmailText>jan.lis@roof.example</EmailText>)).toBe(
    'jan<wbr/>.lis@<wbr/>roof<wbr/>.example',
  );
});

test('a code is an inline block, so it moves to the next line before it breaks', () => {
  expect(renderToStaticMarkup(<CodeText>24A17K3M-0042</CodeText>)).toBe(
    '<span class="inline-block max-w-full break-long tnum">24A17K3M-0042</span>',
  );
});

test('no text is lost or added', () => {
  const text = fc.stringMatching(/^[\p{L}\d@., -]{0,40}$/u);
  fc.assert(
    fc.property(text, (input) => {
      expect(textOf(renderToStaticMarkup(<AddressText>{input}</AddressText>))).toBe(input);
      expect(textOf(renderToStaticMarkup(<EmailText>{input}</EmailText>))).toBe(input);
    }),
  );
});
