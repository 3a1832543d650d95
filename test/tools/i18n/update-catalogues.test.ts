import { describe, expect, test } from 'vitest';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { FUZZY, type Texts } from '#tools/i18n/stable-po.ts';
import {
  acceptTranslations,
  type Extracted,
  findOpenTranslations,
  updateCatalogues,
} from '#tools/i18n/update-catalogues.ts';

type Source = readonly [message: string, file: string, line?: number, context?: string];

function extract(...all: Source[]): Extracted {
  return Object.fromEntries(
    all.map(([message, file, line = 1, context]) => [
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

/** The updated catalogues, with Polish translated as upper-case English. */
function catalogues(extracted: Extracted, before: Record<string, Texts> = { en: {}, pl: {} }) {
  const updated = updateCatalogues(extracted, before, 'en');
  const texts = Object.entries(updated['pl'] ?? {}).map(([id, text]) => {
    const translation = text.translation || (text.message ?? '').toUpperCase();
    return [id, { ...text, translation }] as const;
  });
  return { ...updated, pl: Object.fromEntries(texts) };
}

const texts = ({ pl = {} }: Record<string, Texts>) =>
  Object.values(pl).map(({ message, translation, extra }) => ({
    message,
    translation,
    isDoubtful: extra?.flags?.includes(FUZZY) === true,
  }));
const keys = (all: Record<string, Texts>, language: string) =>
  Object.values(all[language] ?? {}).map(({ extra }) => extra?.key);

const screen = 'src/features/scan/a.tsx';

describe('the catalogues after a change of the sources', () => {
  const first = catalogues(extract(['Save the projcet', screen], ['Sign out', 'src/shell/b.tsx']));

  test('a corrected text keeps its key and its translation, which is marked for review', () => {
    const after = updateCatalogues(
      extract(['Save the project', screen], ['Sign out', 'src/shell/b.tsx']),
      first,
      'en',
    );
    expect(texts(after)).toEqual([
      { message: 'Save the project', translation: 'SAVE THE PROJCET', isDoubtful: true },
      { message: 'Sign out', translation: 'SIGN OUT', isDoubtful: false },
    ]);
    expect(keys(after, 'pl')).toEqual(keys(first, 'pl'));
    expect(keys(after, 'en')).toEqual(keys(first, 'en'));
    expect(findOpenTranslations(after['pl'] ?? {})).toEqual({
      missing: [],
      fuzzy: [`${keys(first, 'pl')[0]}  Save the project`],
    });
    expect(findOpenTranslations(after['en'] ?? {}).fuzzy).toEqual([]);
  });

  test('a moved text keeps everything', () => {
    const after = updateCatalogues(
      extract(['Sign out', 'src/features/menu/c.tsx'], ['Save the projcet', screen]),
      first,
      'en',
    );
    expect(new Set(keys(after, 'pl'))).toEqual(new Set(keys(first, 'pl')));
    expect(findOpenTranslations(after['pl'] ?? {})).toEqual({ missing: [], fuzzy: [] });
  });

  test('a different text inherits nothing, and unused texts are deleted', () => {
    const after = updateCatalogues(
      extract(['Your points', 'src/features/home/d.tsx']),
      first,
      'en',
    );
    expect(texts(after)).toEqual([{ message: 'Your points', translation: '', isDoubtful: false }]);
  });

  test('two corrected texts don’t inherit the same translation', () => {
    const after = updateCatalogues(
      extract(['Save the project', screen, 1], ['Save the projects', screen, 2]),
      first,
      'en',
    );
    expect(new Set(keys(after, 'en')).size).toBe(2);
    expect(texts(after).filter(({ translation }) => translation === '')).toHaveLength(1);
  });

  test('a word that gets its own context isn’t a correction of the other', () => {
    const updated = catalogues(extract(['Open', screen, 1, 'state']));
    const after = updateCatalogues(extract(['Open', screen, 1, 'act']), updated, 'en');
    expect(texts(after)).toEqual([{ message: 'Open', translation: '', isDoubtful: false }]);
  });
});

describe('acceptance of an unchanged meaning', () => {
  const first = catalogues(extract(['Take it back', screen], ['Sign out', screen, 2]));
  const changed = updateCatalogues(
    extract(['Take back', screen], ['Sign out', screen, 2]),
    first,
    'en',
  );
  const [key = ''] = keys(changed, 'pl');
  const { accepted, unknown } = acceptTranslations(changed, new Set([key, 'scan.none']));
  const previousTexts = ({ pl = {} }: Record<string, Texts>) =>
    Object.values(pl).map(({ extra }) => [extra?.previous, extra?.translatedFrom]);

  test('a changed text records its previous wording until it is reviewed', () => {
    expect(previousTexts(changed)).toEqual([
      ['Take it back', undefined],
      [undefined, undefined],
    ]);
  });

  test('an accepted translation stays and names its original text', () => {
    expect(texts(accepted)).toEqual([
      { message: 'Take back', translation: 'TAKE IT BACK', isDoubtful: false },
      { message: 'Sign out', translation: 'SIGN OUT', isDoubtful: false },
    ]);
    expect(previousTexts(accepted)).toEqual([
      [undefined, 'Take it back'],
      [undefined, undefined],
    ]);
    expect(unknown).toEqual(['scan.none']);
  });

  test('a second accepted change still names the first text', () => {
    const secondRun = updateCatalogues(
      extract(['Take back!', screen], ['Sign out', screen, 2]),
      accepted,
      'en',
    );
    expect(findOpenTranslations(secondRun['pl'] ?? {}).fuzzy).toEqual([`${key}  Take back!`]);
    const second = acceptTranslations(secondRun, new Set([key])).accepted;
    expect(previousTexts(second)[0]).toEqual([undefined, 'Take it back']);
    expect(findOpenTranslations(second['pl'] ?? {}).fuzzy).toEqual([]);
  });

  test('a translation that is no longer fuzzy was made for the current text', () => {
    const translatedByHand = Object.fromEntries(
      Object.entries(changed['pl'] ?? {}).map(([id, text]) => [
        id,
        { ...text, extra: { ...text.extra, flags: [] } },
      ]),
    );
    const sources = extract(['Take back', screen], ['Sign out', screen, 2]);
    const after = updateCatalogues(sources, { ...changed, pl: translatedByHand }, 'en');
    expect(previousTexts(after)[0]).toEqual([undefined, undefined]);
  });
});
