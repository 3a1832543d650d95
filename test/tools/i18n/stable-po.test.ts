import fc from 'fast-check';
import { expect, test } from 'vitest';
import { similarity } from '#tools/i18n/fuzzy-match.ts';
import { stablePo, type Texts } from '#tools/i18n/stable-po.ts';

const format = stablePo();
const context = (locale: string) => ({
  locale,
  sourceLocale: 'en',
  filename: `${locale}.po`,
  existing: undefined,
});
const word = fc
  .string({ minLength: 1 })
  .filter((text) => text.trim() === text && !/[\n\r]/.test(text));

test.each(['en', 'pl'])('text that was written in %s is read unchanged', async (locale) => {
  await fc.assert(
    fc.asyncProperty(word, word, fc.boolean(), async (message, translation, isFuzzy) => {
      const flags = isFuzzy ? ['fuzzy'] : [];
      const text = locale === 'en' ? message : translation;
      const texts: Texts = { id: { message, translation: text, extra: { key: 'start.1', flags } } };
      const output = await format.serialize(texts, context(locale));
      const parsedTexts = Object.values((await format.parse(output, context(locale))) as Texts);
      expect(parsedTexts).toMatchObject([
        { message, translation: text, extra: { key: 'start.1', flags } },
      ]);
    }),
  );
});

test('earlier English texts of a translation are written as comments, and read again from them', async () => {
  const extra = { key: 'start.1', flags: [], previous: 'Go on', translatedFrom: 'Go on now' };
  const texts: Texts = { id: { message: 'Continue', translation: 'Dalej', extra } };
  const output = await format.serialize(texts, context('pl'));
  expect(String(output)).toContain('#. was: Go on\n#. meaning unchanged since: Go on now\n');
  const parsedTexts = Object.values((await format.parse(String(output), context('pl'))) as Texts);
  expect(parsedTexts).toMatchObject([
    { message: 'Continue', translation: 'Dalej', comments: [], extra },
  ]);
});

test('similarity is symmetric, and highest for equal texts', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (first, second) => {
      expect(similarity(first, second)).toBe(similarity(second, first));
      expect(similarity(first, second)).toBeLessThanOrEqual(similarity(first, first));
    }),
  );
});
