import { expect, test } from 'vitest';
import { catalogueLanguages } from '#schemas/languages.ts';
import { readCatalogue } from '#test/setup/catalogue.ts';
import { intoParts } from '#tools/catalogue-parts.ts';
import { partsOf } from '#tools/texts/parts-of.ts';

/** What the app gets, through the bundler as the app gets it. */
const starts = import.meta.glob<{
  messages: Record<string, unknown>;
  parts: Record<string, () => Promise<{ messages: Record<string, unknown> }>>;
}>('../../locales/*.po', { query: '?part=start' });

test('a text belongs to the area of the feature that says it, and to the start when anything else does', () => {
  expect(partsOf(['src/features/scan/scanner/scan-screen.tsx'])).toEqual(['scan']);
  expect(partsOf(['src/features/scan/a.tsx', 'src/features/projects/b.tsx'])).toEqual([
    'projects',
    'scan',
  ]);
  expect(partsOf(['src/features/scan/a.tsx', 'src/shell/b.tsx'])).toEqual(['start']);
  expect(partsOf(['src/data/a.ts'])).toEqual(['start']);
  expect(partsOf([])).toEqual(['start']);
});

test('what is said in two areas, each of them brings', () => {
  const texts = {
    both: { translation: 'Oba', origins: ['src/features/news/x.tsx', 'src/features/scan/x.tsx'] },
    one: { translation: 'Jeden', origins: ['src/features/sync-centre/y.tsx'] },
  };
  expect(Object.fromEntries(intoParts(texts))).toEqual({
    start: {},
    account: { both: 'Oba' },
    scan: { both: 'Oba', one: 'Jeden' },
  });
});

test.each(catalogueLanguages)('the parts of %s are the whole catalogue', async (language) => {
  const start = await starts[`../../locales/${language}.po`]?.();
  if (!start) throw new Error(`There is no catalogue of ${language}.`);
  const parts = await Promise.all(Object.values(start.parts).map((load) => load()));
  const ids = [start, ...parts].flatMap(({ messages }) => Object.keys(messages));
  const whole = [...(await readCatalogue(language)).keys()];
  expect([...new Set(ids)].toSorted()).toEqual(whole.toSorted());
});
