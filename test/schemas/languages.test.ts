import { describe, expect, test } from 'vitest';
import {
  catalogueLanguages,
  defaultsForHost,
  languageById,
  languageIds,
  type Language,
  toCatalogueLanguage,
  pickerLanguages,
  sourceLanguage,
} from '#schemas/languages.ts';
import { regionCodes } from '#schemas/regions.ts';

describe('language and region of a host', () => {
  test.each([
    ['club.skylight.pl', 'PL', 'pl'],
    ['club.skylight.com.tr', 'TR', 'tr'],
    ['skylight.cz:8080', 'CZ', 'cs'],
    ['SKYLIGHT.SI', 'SI', 'sl'],
    ['skylight.rs.', 'RS', 'sr'],
    ['skylight.com.ua', 'UA', 'uk'],
  ])('%s is %s, %s', (host, region, language) => {
    expect(defaultsForHost(host)).toEqual({ region, language });
  });

  test.each(['skylight.com', 'localhost', '127.0.0.1:8080', '', 'x.constructor', '[::1]:8080'])(
    'falls back to Poland in English for "%s"',
    (host) => {
      expect(defaultsForHost(host)).toEqual({ region: 'PL', language: 'en' });
    },
  );

  test('every region has its own domain', () => {
    const regions = regionCodes.map((code) => defaultsForHost(`club.${code.toLowerCase()}`).region);
    expect(regions).toEqual([...regionCodes]);
  });
});

describe('languages', () => {
  test('messages are in the chosen language if they are translated, and otherwise in English', () => {
    const languages = Object.keys(languageIds) as Language[];
    for (const language of languages) {
      const isTranslated = catalogueLanguages.some((one) => one === language);
      expect(toCatalogueLanguage(language)).toBe(isTranslated ? language : 'en');
    }
    expect(toCatalogueLanguage(null)).toBe('en');
  });

  test('there are 17, and the picker offers 15 of them', () => {
    expect(Object.keys(languageIds)).toHaveLength(17);
    expect(pickerLanguages).toHaveLength(15);
    expect(new Set(pickerLanguages).size).toBe(15);
    expect(pickerLanguages).not.toContain('it');
    expect(pickerLanguages).not.toContain('tr');
  });

  test('an API number has its language, and an unknown number has none', () => {
    for (const [language, id] of Object.entries(languageIds)) {
      expect(languageById(id)).toBe(language);
    }
    expect(languageById(12)).toBeNull();
  });

  test('the source language has a catalogue', () => {
    expect(catalogueLanguages).toContain(sourceLanguage);
  });
});
