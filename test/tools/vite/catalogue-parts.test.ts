import { expect, test } from 'vitest';
import { catalogueLanguages } from '#schemas/languages.ts';
import { readCatalogue } from '#test/setup/catalogue.ts';
import { splitIntoParts } from '#tools/vite/catalogue-parts.ts';
import { areasOf, partOf } from '#tools/i18n/catalogue-part.ts';

/** The frames of all catalogues, which the bundler loads as in the app. */
const frames = import.meta.glob<{
  messages: Record<string, unknown>;
  loadRest: () => Promise<{ messages: Record<string, unknown> }>;
}>('../../../locales/*.po', { query: '?part=frame' });

test('the frame contains the texts of the shell and of the first screens', () => {
  expect(partOf(['src/data/a.ts'])).toBe('frame');
  expect(partOf([])).toBe('frame');
  expect(partOf(['src/features/scan/a.tsx', 'src/shell/b.tsx'])).toBe('frame');
  expect(partOf(['src/features/scan/a.tsx', 'src/features/home/b.tsx'])).toBe('frame');
  expect(partOf(['src/features/scan/a.tsx', 'src/features/projects/b.tsx'])).toBe('rest');
  // This component is shown so rarely that its texts are loaded later.
  expect(partOf(['src/shell/send-report.tsx'])).toBe('rest');
  expect(partOf(['src/shell/send-report.tsx', 'src/shell/b.tsx'])).toBe('frame');
});

test('a key contains the alphabetically first area that uses its text', () => {
  expect(areasOf(['src/features/scan/a.tsx', 'src/features/projects/b.tsx'])).toEqual([
    'projects',
    'scan',
  ]);
  expect(areasOf(['src/features/scan/a.tsx', 'src/shell/b.tsx'])).toEqual([]);
});

test('each text is in one part', () => {
  const texts = {
    one: { translation: 'Jeden', origins: ['src/features/sync-centre/y.tsx'] },
    two: { translation: 'Dwa', origins: ['src/ui/x.tsx', 'src/features/scan/x.tsx'] },
  };
  expect(splitIntoParts(texts)).toEqual({ frame: { two: 'Dwa' }, rest: { one: 'Jeden' } });
});

test.each(catalogueLanguages)('the parts of %s are the whole catalogue', async (language) => {
  const frame = await frames[`../../../locales/${language}.po`]?.();
  if (!frame) throw new Error(`There is no catalogue of ${language}.`);
  const deferredTexts = await frame.loadRest();
  const ids = [frame, deferredTexts].flatMap(({ messages }) => Object.keys(messages));
  const allIds = [...(await readCatalogue(language)).keys()];
  expect(ids.toSorted()).toEqual(allIds.toSorted());
});
