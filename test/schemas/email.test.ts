import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { emailAddress, normaliseEmail } from '#schemas/email.ts';
import { optionalEmail } from '#schemas/optional-email.ts';
import { displayEmail } from '#schemas/display-email.ts';

describe('an email address', () => {
  test.each([
    ["o'neil@example.com", "o'neil@example.com"],
    ['O’Neil@Example.COM', "o'neil@example.com"],
    ['d´arco＠example.it', "d'arco@example.it"],
    ['anna+club@example.com', 'anna+club@example.com'],
    ['a.b-c_d=e/f%g#h!i$j&k*l?m^n`o{p|q}r~s@example.com', null],
    ['jan@łódź.pl', 'jan@xn--d-uga0v4h.pl'],
    ['jan@ŁÓDŹ.pl', 'jan@xn--d-uga0v4h.pl'],
    ['jan@lo\u0301dz.pl', 'jan@xn--ldz-gna.pl'],
    ['jan@xn--d-uga0v4h.pl', 'jan@xn--d-uga0v4h.pl'],
    ['дах@приклад.укр', 'дах@xn--80aikifvh.xn--j1amh'],
    ['info@mail.straße.example', 'info@mail.xn--strae-oqa.example'],
    ['a@b.museum', null],
    ['1@2.company', null],
    ['\u200B jan@example.com\u2060 ', 'jan@example.com'],
    ['jan@dach\u2011bau.pl', 'jan@dach-bau.pl'],
    // The at sign and the dot as typed on keyboards for other scripts.
    ['jan﹫example．com', 'jan@example.com'],
    ['jan@例え。jp', 'jan@xn--r8jz45g.jp'],
  ])('%j is accepted', (input, normal) => {
    expect(v.parse(emailAddress, input)).toBe(normal ?? input);
    expect(v.parse(emailAddress, v.parse(emailAddress, input))).toBe(normal ?? input);
  });

  test.each([
    '',
    ' ',
    'jan',
    'jan@',
    '@example.com',
    'jan@example',
    'jan@@example.com',
    'jan kowalski@example.com',
    'jan@exa mple.com',
    'jan@example..com',
    'jan@.example.com',
    'jan@example.com.',
    '.jan@example.com',
    'jan.@example.com',
    'j..n@example.com',
    'jan@-example.com',
    'jan@example-.com',
    'jan@exa_mple.com',
    'jan@example.c',
    'jan@127.0.0.1',
    'jan@[127.0.0.1]',
    'jan@1.2.3',
    'jan@example.com/x',
    'jan@exa%41.com',
    '<jan@example.com>',
    'Jan <jan@example.com>',
    'jan@example.com, anna@example.com',
    'jan;anna@example.com',
    'mailto:jan@example.com',
    '"jan k"@example.com',
    'jan🏠@example.com',
    'jan@🏠.example',
    `${'j'.repeat(65)}@example.com`,
    `jan@${'e'.repeat(64)}.com`,
    `jan@${'e'.repeat(60)}.${'e'.repeat(60)}.${'e'.repeat(60)}.${'e'.repeat(60)}.example.com`,
    '\u200B@example.com',
    'jan@\u200B',
  ])('%j is rejected', (input) => {
    expect(v.is(emailAddress, input)).toBe(false);
  });

  test('can be empty where allowed', () => {
    expect(v.parse(optionalEmail, ' \u200B')).toBe('');
    expect(v.parse(optionalEmail, 'Jan@łódź.pl')).toBe('jan@xn--d-uga0v4h.pl');
    expect(v.is(optionalEmail, 'jan')).toBe(false);
  });
});

describe('a displayed email address', () => {
  test.each([
    ['jan@xn--d-uga0v4h.pl', 'jan@łódź.pl'],
    ['jan@mail.xn--80aikifvh.xn--j1amh', 'jan@mail.приклад.укр'],
    ['jan@xn--r8jz45g.xn--zckzah', 'jan@例え.テスト'],
    ['jan@example.com', 'jan@example.com'],
    // Not a valid domain: left unchanged.
    ['jan@xn--a.pl', 'jan@xn--a.pl'],
    ['jan@xn--99999999.pl', 'jan@xn--99999999.pl'],
    ['xn--jan@example.com', 'xn--jan@example.com'],
  ])('%s is displayed as %s', (storedEmail, displayedText) => {
    expect(displayEmail(storedEmail)).toBe(displayedText);
  });

  test('converts back to the same address', () => {
    const character = fc.constantFrom(...'ałóźęßüçğışčžđäőțăşйцґїєщ字9-');
    const label = fc.string({ unit: character, minLength: 1, maxLength: 15 });
    fc.assert(
      fc.property(label, (domain) => {
        const input = `jan@${domain}.pl`;
        fc.pre(v.is(emailAddress, input));
        expect(displayEmail(normaliseEmail(input))).toBe(input.normalize('NFC'));
      }),
    );
  });
});
