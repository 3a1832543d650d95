import { describe, expect, test } from 'vitest';
import {
  serveLanguageFile,
  deleteUnusedLanguages,
  cacheLanguage,
  lastCachedLanguage,
  languageOfFile,
  splitLanguageFiles,
} from '#workers/language-files.ts';
import { memoryCache } from './memory-cache.ts';

const base = 'https://club.example/service-worker.js';
const at = (name: string) => `https://club.example/assets/${name}`;
const build = (hash: string) => [
  { url: 'index.html', revision: 'a' },
  { url: `assets/index-${hash}AAAA.js`, revision: null },
  ...['en', 'pl', 'cs'].flatMap((language) => [
    { url: `assets/${language}-${hash}FRAM.js`, revision: null },
    { url: `assets/${language}-${hash}REST.js`, revision: null },
  ]),
];

/** A device with successive builds, and its downloads. */
function device() {
  const cache = memoryCache();
  const downloads: string[] = [];
  const network = { isOnline: true, status: 200 };
  const stores = (hash: string) => ({
    cache,
    files: splitLanguageFiles(build(hash), base).languages,
    fetch: async ({ url }: Request) => {
      if (!network.isOnline) throw new TypeError('Failed to fetch');
      downloads.push(url);
      const headers = { 'content-type': 'text/javascript' };
      return new Response(`texts of ${url}`, { status: network.status, headers });
    },
  });
  const cachedUrls = async () => (await cache.keys()).map(({ url }) => url);
  return { cache, network, stores, downloads, cachedUrls };
}

test('a catalogue file is recognised by its name', () => {
  expect(languageOfFile('assets/pl-DxR3kq2b.js')).toBe('pl');
  expect(languageOfFile(at('uk-_-R3kq2b.js'))).toBe('uk');
  expect(languageOfFile('assets/ui-DxR3kq2b.js')).toBeNull();
  expect(languageOfFile('assets/pl-DxR3kq2b.css')).toBeNull();
  expect(languageOfFile('pictures/pl-DxR3kq2b.js')).toBeNull();
});

test('every device installs the app in English, and no other language', () => {
  const { app, languages } = splitLanguageFiles(build('1111'), base);
  expect(app.map((entry) => (typeof entry === 'string' ? entry : entry.url))).toEqual([
    'index.html',
    'assets/index-1111AAAA.js',
    'assets/en-1111FRAM.js',
    'assets/en-1111REST.js',
  ]);
  expect(languages.get('pl')).toEqual([at('pl-1111FRAM.js'), at('pl-1111REST.js')]);
});

describe('a chosen language', () => {
  test('is downloaded once, and then available offline', async () => {
    const { stores, network, downloads } = device();
    await cacheLanguage('pl', stores('1111'));
    network.isOnline = false;
    await cacheLanguage('pl', stores('1111'));
    const response = await serveLanguageFile(new Request(at('pl-1111REST.js')), stores('1111'));
    expect(await response.text()).toContain('pl-1111REST');
    expect(downloads).toHaveLength(2);
  });

  test('isn’t available until all its files are cached', async () => {
    const { stores, network } = device();
    network.isOnline = false;
    await expect(cacheLanguage('pl', stores('1111'))).rejects.toThrow('Failed to fetch');
    network.isOnline = true;
    network.status = 503;
    await expect(cacheLanguage('pl', stores('1111'))).rejects.toThrow("can't be loaded");
    network.status = 200;
    await cacheLanguage('pl', stores('1111'));
    expect(await lastCachedLanguage(stores('1111'))).toBe('pl');
  });

  test('is updated with the next build, and the previous texts are deleted once that build is in use', async () => {
    const { stores, cachedUrls } = device();
    await cacheLanguage('pl', stores('1111'));
    await cacheLanguage('cs', stores('1111'));
    await cacheLanguage('pl', stores('1111'));
    expect(await lastCachedLanguage(stores('2222'))).toBe('pl');
    await cacheLanguage('pl', stores('2222'));
    expect(await cachedUrls()).toContain(at('pl-1111FRAM.js'));
    await deleteUnusedLanguages(stores('2222'));
    expect((await cachedUrls()).toSorted()).toEqual([at('pl-2222FRAM.js'), at('pl-2222REST.js')]);
  });

  test('doesn’t have to be downloaded if it is English', async () => {
    const { stores, downloads } = device();
    await cacheLanguage('en', stores('1111'));
    expect([downloads, await lastCachedLanguage(stores('1111'))]).toEqual([[], null]);
  });
});
