import { describe, expect, test } from 'vitest';
import { catalogueLanguages, consoleLanguages, sourceLanguage } from '#schemas/languages.ts';
import { readDemoTexts } from '#server/demo/texts.ts';
import { readTexts, textKeys } from '#server/texts/texts.ts';
import { partOf } from '#tools/i18n/catalogue-part.ts';
import {
  extractedTexts,
  fixedParts,
  missingPluralForms,
  formsWithoutNumber,
  pluralForms,
  readCatalogue,
} from './setup/catalogue.ts';
import { readGlossary, untranslated, wrongTerms } from './setup/glossary.ts';
import { parseSource, readSourceTree } from './setup/source-tree.ts';
import { unmarkedTexts } from './setup/unmarked-texts.ts';

const texts = await extractedTexts();
const consoleTexts = await extractedTexts('console');
const translatedLanguages = catalogueLanguages.filter((language) => language !== sourceLanguage);

test('every screen text is translatable', () => {
  const screens = readSourceTree().filter(({ path }) => /^(src|console)\//.test(path));
  expect(screens.flatMap(unmarkedTexts)).toEqual([]);
});

/**
 * English words with several meanings (verb or state, or two subjects), which other languages
 * translate differently.
 */
const ambiguous = [
  'Open',
  'Done',
  'Closed',
  'Name',
  'Completed',
  'Active',
  'Sign out',
  'Review',
  'Checkout',
  'See why',
  'Choose a project',
  'Not valid',
];

test('an ambiguous word has a context', () => {
  const wordsWithoutContext = [...texts.values()].filter(
    ({ message, context }) => ambiguous.includes(message ?? '') && context === undefined,
  );
  expect(wordsWithoutContext.map(({ message }) => message)).toEqual([]);
});

test('Polish distinguishes states from commands', async () => {
  const found = [...(await readCatalogue('pl')).values()];
  const translationOf = (context: string, message: string) =>
    found.find((entry) => entry.context === context && entry.message === message)?.translation;
  expect(translationOf('leads', 'Open')).toBe('Otwarte');
  expect(translationOf('finished', 'Done')).toBe('Gotowe');
  expect(translationOf('person', 'Name')).toBe('Imię i nazwisko');
  expect(translationOf('title', 'Checkout')).toBe('Zamówienie');
  expect(translationOf('command', 'Review')).toBe('Sprawdź');
});

describe.each(catalogueLanguages)('the catalogue %s', async (language) => {
  const catalogue = await readCatalogue(language);

  test('distinguishes a rejection by the server from one by the manufacturer', () => {
    const translationOf = (message: string) =>
      [...catalogue.values()].find((entry) => entry.message === message && !entry.context)
        ?.translation ?? '';
    expect(translationOf('Not accepted')).not.toBe('');
    // Ignore the last letter, which depends on the noun in some languages.
    expect(translationOf('Not accepted').slice(0, -1)).not.toBe(
      translationOf('Rejected').slice(0, -1),
    );
    expect(translationOf('Not accepted')).not.toContain(translationOf('Rejected'));
  });

  test('contains exactly the texts of the screens', () => {
    const missing = [...texts]
      .filter(([id]) => !catalogue.has(id))
      .map(([, { message }]) => message);
    const unusedEntries = [...catalogue].filter(
      ([id, entry]) => entry.isObsolete || !texts.has(id),
    );
    expect(missing, 'Run `npm run i18n` and translate what is new.').toEqual([]);
    expect(
      unusedEntries.map(([, { message }]) => message),
      'Run `npm run i18n`.',
    ).toEqual([]);
  });

  test('marks the texts of the first screens, which load before the others', () => {
    const misplacedTexts = [...catalogue].filter(([id, entry]) => {
      const text = texts.get(id);
      return text && partOf(text.origins) !== partOf(entry.origins);
    });
    expect(
      misplacedTexts.map(([, { message }]) => message),
      'Run `npm run i18n`.',
    ).toEqual([]);
  });
});

test.each(consoleLanguages)(
  'the console’s catalogue %s contains exactly the console’s texts',
  async (language) => {
    const catalogue = await readCatalogue(language, 'console');
    const current = [...catalogue].filter(([, { isObsolete }]) => !isObsolete).map(([id]) => id);
    expect(current.toSorted(), 'Run `npm run i18n`.').toEqual([...consoleTexts.keys()].toSorted());
  },
);

/** Lists of texts, each with a language that it must be translated to. */
const translations = [
  ...translatedLanguages.map((language) => ({ list: 'app', language }) as const),
  ...consoleLanguages
    .filter((language) => language !== sourceLanguage)
    .map((language) => ({ list: 'console', language }) as const),
];

describe.each(translations)(
  'the translation of the $list to $language',
  async ({ list, language }) => {
    const entries = [...(await readCatalogue(language, list)).values()];

    test('is complete', () => {
      const untranslatedEntries = entries.filter(({ translation }) => translation.trim() === '');
      expect(untranslatedEntries.map(({ message }) => message)).toEqual([]);
    });

    test('was reviewed after each change of the English text', () => {
      const unreviewedEntries = entries.filter(({ isFuzzy }) => isFuzzy);
      expect(unreviewedEntries.map(({ message }) => message)).toEqual([]);
    });

    test('keeps placeholders, tags and choices', () => {
      const changedEntries = entries
        .filter(({ translation }) => translation !== '')
        .map(({ message, translation }) => ({
          message,
          expected: fixedParts(message),
          found: fixedParts(translation),
        }))
        .filter(({ expected, found }) => expected.join() !== found.join());
      expect(changedEntries).toEqual([]);
    });

    test('has every plural form of the language', () => {
      const incompleteEntries = entries
        .map(({ message, translation }) => ({
          message,
          missing: missingPluralForms(translation, language),
        }))
        .filter(({ missing }) => missing.length > 0);
      expect(incompleteEntries).toEqual([]);
    });

    test('shows the number in every plural form that covers several', () => {
      const entriesWithoutNumber = entries
        .map(({ key, translation }) => ({ key, forms: formsWithoutNumber(translation, language) }))
        .filter(({ forms }) => forms.length > 0);
      expect(entriesWithoutNumber).toEqual([]);
    });
  },
);

/** Allowed length beyond the longer of the two languages that the layout was designed for. */
const MAX_LENGTH_RATIO = 1.5;
/** Single words can't be shortened. */
const SPARE_CHARACTERS = 10;

describe.each(translatedLanguages)('the texts in %s', async (language) => {
  const glossary = readGlossary(language);
  const polish = await readCatalogue('pl');
  const app = [...(await readCatalogue(language))].map(([id, entry]) => ({
    key: entry.key,
    english: entry.message,
    translatedFrom: entry.translatedFrom,
    translation: entry.translation,
    polish: polish.get(id)?.translation ?? '',
  }));
  const english = readTexts('en');
  const server = Object.entries(readTexts(language)).map(([key, translation]) => ({
    key,
    english: english[key] ?? '',
    translation,
  }));
  const demo = Object.entries(readDemoTexts(language)).map(([key, translation]) => ({
    key,
    english: key,
    translation,
  }));
  const all = [...app, ...server, ...demo];

  test('aren’t English, unless listed as identical', () => {
    expect(untranslated(glossary, all)).toEqual([]);
  });

  test('use the glossary’s terms', () => {
    const translatedApp = app.map((text) => ({ ...text, english: text.translatedFrom }));
    expect(wrongTerms(glossary, [...translatedApp, ...server, ...demo])).toEqual([]);
  });

  test('include the server’s, with every placeholder and plural form', () => {
    expect(Object.keys(readTexts(language))).toEqual(textKeys);
    for (const { key, english: from, translation } of server) {
      expect([key, ...fixedParts(translation)]).toEqual([key, ...fixedParts(from)]);
      expect([key, ...missingPluralForms(translation, language)]).toEqual([key]);
      expect([key, ...formsWithoutNumber(translation, language)]).toEqual([key]);
    }
  });

  test('aren’t much longer than the layout allows', () => {
    const longTexts = app.filter(
      ({ english: from, translation, polish: other }) =>
        translation.length >
        MAX_LENGTH_RATIO * Math.max(from.length, other.length) + SPARE_CHARACTERS,
    );
    expect(longTexts.map(({ key, translation }) => `${key}: ${translation}`)).toEqual([]);
  });
});

describe('the checks themselves', () => {
  test('find wrong terms and texts left in English', () => {
    const glossary = {
      terms: {
        lead: { term: 'cerere', stems: ['cerer'], never: ['pist'], except: ['c'] },
      },
      same: ['d'],
    };
    const text = (key: string, from: string, translation: string) => ({
      key,
      english: from,
      translation,
    });
    const texts = [
      text('a', 'New leads', 'Cereri noi'),
      text('b', 'A lead', 'O piesă'),
      text('c', 'Where it leads', 'Unde duce'),
      text('d', 'Status', 'Status'),
      text('e', 'Offline', 'Offline'),
      text('f', '{n}', '{n}'),
      text('g', 'A track', 'O pistă'),
    ];
    expect(wrongTerms(glossary, texts)).toEqual(['b: lead in “O piesă”', 'g: lead in “O pistă”']);
    expect(untranslated(glossary, texts)).toEqual(['e: Offline']);
  });

  test('find a lost placeholder, tag, format or choice', () => {
    const fullMessage = fixedParts(
      'Hi {name}, <0>{n, plural, one {# scan} other {# scans}}</0> {d, date, short}',
    );
    expect(fullMessage).toEqual(['</0>', '<0>', '{d, date, short}', '{n, plural}', '{name}']);
    expect(fixedParts('{g, select, a {{x}} other {z}}')).toEqual(['{g, select, a, other}', '{x}']);
  });

  test('find an untranslatable text', () => {
    const screen = `const s = <p title="Old news">One <Trans>two <b>three</b></Trans> 4 {five}</p>;`;
    expect(unmarkedTexts(parseSource('src/s.tsx', screen))).toEqual([
      'src/s.tsx: title="Old news"',
      'src/s.tsx: One',
    ]);
  });

  test('Polish needs four plural forms', () => {
    expect(pluralForms('pl')).toEqual(['few', 'many', 'one', 'other']);
    const twoForms = '{n, plural, one {# skan} other {# skanu}}';
    expect(missingPluralForms(twoForms, 'pl')).toEqual(['n: few', 'n: many']);
    expect(missingPluralForms(twoForms, 'en')).toEqual([]);
  });

  test('a form that also covers 21 shows the number; =1 is only for 1', () => {
    const forms = 'few {# narudžbe} other {# narudžbi}';
    expect(formsWithoutNumber(`{n, plural, one {Narudžba} ${forms}}`, 'hr')).toEqual(['n: one']);
    expect(formsWithoutNumber(`{n, plural, one {# narudžba} ${forms}}`, 'hr')).toEqual([]);
    expect(
      formsWithoutNumber(`{n, plural, =1 {Narudžba} one {# narudžba} ${forms}}`, 'hr'),
    ).toEqual([]);
    expect(formsWithoutNumber('{n, plural, one {An order} other {# orders}}', 'en')).toEqual([]);
  });
});
