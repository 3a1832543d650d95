import { describe, expect, test } from 'vitest';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { FUZZY, type Texts } from '#tools/i18n/stable-po.ts';
import {
  acceptTranslations,
  type ExtractedMessages,
  findOpenTranslations,
  updateCatalogues,
} from '#tools/i18n/update-catalogues.ts';

type Source = readonly [message: string, file: string, line?: number, context?: string];

function extract(...sources: Source[]): ExtractedMessages {
  return Object.fromEntries(
    sources.map(([message, file, line = 1, context]) => [
      generateMessageId(message, context) as string,
      {
        message,
        ...(context !== undefined && { context }),
        origin: [[file, line]],
        comments: [],
        placeholders: {},
      },
    ]),
  );
}

/** Returns the updated catalogues, with Polish translated as upper-case English. */
function buildCatalogues(
  extractedMessages: ExtractedMessages,
  before: Record<string, Texts> = { en: {}, pl: {} },
) {
  const updatedTexts = updateCatalogues(extractedMessages, before, 'en');
  const texts = Object.entries(updatedTexts['pl'] ?? {}).map(([id, text]) => {
    const translation = text.translation || (text.message ?? '').toUpperCase();
    return [id, { ...text, translation }] as const;
  });
  return { ...updatedTexts, pl: Object.fromEntries(texts) };
}

const listTexts = ({ pl = {} }: Record<string, Texts>) =>
  Object.values(pl).map(({ message, translation, extra }) => ({
    message,
    translation,
    isFuzzy: extra?.flags?.includes(FUZZY) === true,
  }));
const listKeys = (catalogues: Record<string, Texts>, language: string) =>
  Object.values(catalogues[language] ?? {}).map(({ extra }) => extra?.key);

const screen = 'src/features/scan/a.tsx';

describe('the catalogues after a change to the sources', () => {
  const initial = buildCatalogues(
    extract(['Save the projcet', screen], ['Sign out', 'src/shell/b.tsx']),
  );

  test('a corrected text keeps its key and its translation, which is marked for review', () => {
    const after = updateCatalogues(
      extract(['Save the project', screen], ['Sign out', 'src/shell/b.tsx']),
      initial,
      'en',
    );
    expect(listTexts(after)).toEqual([
      { message: 'Save the project', translation: 'SAVE THE PROJCET', isFuzzy: true },
      { message: 'Sign out', translation: 'SIGN OUT', isFuzzy: false },
    ]);
    expect(listKeys(after, 'pl')).toEqual(listKeys(initial, 'pl'));
    expect(listKeys(after, 'en')).toEqual(listKeys(initial, 'en'));
    expect(findOpenTranslations(after['pl'] ?? {})).toEqual({
      missing: [],
      fuzzy: [`${listKeys(initial, 'pl')[0]}  Save the project`],
    });
    expect(findOpenTranslations(after['en'] ?? {}).fuzzy).toEqual([]);
  });

  test('a text that was moved to another file keeps its key and its translation', () => {
    const after = updateCatalogues(
      extract(['Sign out', 'src/features/menu/c.tsx'], ['Save the projcet', screen]),
      initial,
      'en',
    );
    expect(new Set(listKeys(after, 'pl'))).toEqual(new Set(listKeys(initial, 'pl')));
    expect(findOpenTranslations(after['pl'] ?? {})).toEqual({ missing: [], fuzzy: [] });
  });

  test('unused texts are deleted, and a different text doesn’t get their translations', () => {
    const after = updateCatalogues(
      extract(['Your points', 'src/features/home/d.tsx']),
      initial,
      'en',
    );
    expect(listTexts(after)).toEqual([{ message: 'Your points', translation: '', isFuzzy: false }]);
  });

  test('two corrected texts don’t inherit the same translation', () => {
    const after = updateCatalogues(
      extract(['Save the project', screen, 1], ['Save the projects', screen, 2]),
      initial,
      'en',
    );
    expect(new Set(listKeys(after, 'en')).size).toBe(2);
    expect(listTexts(after).filter(({ translation }) => translation === '')).toHaveLength(1);
  });

  test('a word with another context isn’t a correction of the earlier word', () => {
    const updatedTexts = buildCatalogues(extract(['Open', screen, 1, 'state']));
    const after = updateCatalogues(extract(['Open', screen, 1, 'act']), updatedTexts, 'en');
    expect(listTexts(after)).toEqual([{ message: 'Open', translation: '', isFuzzy: false }]);
  });
});

describe('acceptance of an unchanged meaning', () => {
  const initial = buildCatalogues(extract(['Take it back', screen], ['Sign out', screen, 2]));
  const changedCatalogues = updateCatalogues(
    extract(['Take back', screen], ['Sign out', screen, 2]),
    initial,
    'en',
  );
  const [key = ''] = listKeys(changedCatalogues, 'pl');
  const { catalogues: acceptedCatalogues, unknownKeys: unknownIds } = acceptTranslations(
    changedCatalogues,
    new Set([key, 'scan.none']),
  );
  const previousTexts = ({ pl = {} }: Record<string, Texts>) =>
    Object.values(pl).map(({ extra }) => [extra?.previous, extra?.translatedFrom]);

  test('a changed text records its previous wording until it is reviewed', () => {
    expect(previousTexts(changedCatalogues)).toEqual([
      ['Take it back', undefined],
      [undefined, undefined],
    ]);
  });

  test('an accepted translation is kept, and refers to its original text', () => {
    expect(listTexts(acceptedCatalogues)).toEqual([
      { message: 'Take back', translation: 'TAKE IT BACK', isFuzzy: false },
      { message: 'Sign out', translation: 'SIGN OUT', isFuzzy: false },
    ]);
    expect(previousTexts(acceptedCatalogues)).toEqual([
      [undefined, 'Take it back'],
      [undefined, undefined],
    ]);
    expect(unknownIds).toEqual(['scan.none']);
  });

  test('a second accepted change still refers to the first text', () => {
    const secondRun = updateCatalogues(
      extract(['Take back!', screen], ['Sign out', screen, 2]),
      acceptedCatalogues,
      'en',
    );
    expect(findOpenTranslations(secondRun['pl'] ?? {}).fuzzy).toEqual([`${key}  Take back!`]);
    const second = acceptTranslations(secondRun, new Set([key])).catalogues;
    expect(previousTexts(second)[0]).toEqual([undefined, 'Take it back']);
    expect(findOpenTranslations(second['pl'] ?? {}).fuzzy).toEqual([]);
  });

  test('a translation that is no longer marked as fuzzy refers to the current text', () => {
    const translatedByHand = Object.fromEntries(
      Object.entries(changedCatalogues['pl'] ?? {}).map(([id, text]) => [
        id,
        { ...text, extra: { ...text.extra, flags: [] } },
      ]),
    );
    const sources = extract(['Take back', screen], ['Sign out', screen, 2]);
    const after = updateCatalogues(sources, { ...changedCatalogues, pl: translatedByHand }, 'en');
    expect(previousTexts(after)[0]).toEqual([undefined, undefined]);
  });
});
