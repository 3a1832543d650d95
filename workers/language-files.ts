import type { PrecacheEntry } from 'workbox-precaching';
import { languageIds, sourceLanguage } from '#schemas/languages.ts';
import { hasExpectedType } from './file-type.ts';

/** Where the service worker keeps the texts of the languages in use. English comes with the app. */
export const LANGUAGE_CACHE = 'language-files';

/** The texts of each language, by its code: the addresses of their files in this build. */
export type LanguageFiles = ReadonlyMap<string, readonly string[]>;

interface Places {
  readonly cache: Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly files: LanguageFiles;
}

/** The bundler names a file of texts by its language, which no other file is: `assets/pl-DxR3kq2b.js`. */
const named = /\/assets\/(?<language>[a-z]{2})-[\w-]{8}\.js$/;

/** The language whose texts a file has; null for any other file. @param url whole, or from the root */
export function languageOfFile(url: string): string | null {
  const language = named.exec(`/${url}`)?.groups?.['language'] ?? '';
  return Object.hasOwn(languageIds, language) ? language : null;
}

/**
 * Parts what a build consists of: what every device installs, and the texts of the languages that only those
 * who read them do.
 * @param base what the addresses are relative to
 */
export function splitLanguageFiles(
  entries: readonly (string | PrecacheEntry)[],
  base: string,
): { readonly app: (string | PrecacheEntry)[]; readonly languages: LanguageFiles } {
  const languages = new Map<string, string[]>();
  const app = entries.filter((entry) => {
    const url = typeof entry === 'string' ? entry : entry.url;
    const language = languageOfFile(url);
    if (language === null || language === sourceLanguage) return true;
    languages.set(language, [...(languages.get(language) ?? []), new URL(url, base).href]);
    return false;
  });
  return { app, languages };
}

/**
 * Sees to it that a language's texts are on the device, as the one in use: the next build brings them, too.
 * @throws what the network says where one of them is not here and can't be had
 */
export async function cacheLanguage(language: string, places: Places): Promise<void> {
  const { cache, files } = places;
  const urls = files.get(language) ?? [];
  const answers = await Promise.all(urls.map((url) => serveLanguageFile(new Request(url), places)));
  // What is put in anew stands last.
  for (const [at, url] of urls.entries()) {
    const answer = answers[at];
    if (!answer || !hasExpectedType(url, answer)) throw new TypeError(`${url} can't be had.`);
    await cache.delete(url);
    await cache.put(url, answer);
  }
}

/** The language that was kept last; null where that is English. */
export async function lastCachedLanguage({ cache }: Pick<Places, 'cache'>): Promise<string | null> {
  const last = (await cache.keys()).at(-1);
  return last ? languageOfFile(last.url) : null;
}

/** Answers for a file of texts: from the device, else from the network, and keeps it. @throws what the network says */
export async function serveLanguageFile(
  request: Request,
  { cache, fetch }: Omit<Places, 'files'>,
): Promise<Response> {
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (hasExpectedType(request.url, answer)) await cache.put(request.url, answer.clone());
  return answer;
}

/** Once a build is in use: the texts of the one before it, and of languages that are not in use, go. */
export async function deleteUnusedLanguages(places: Places): Promise<void> {
  const { cache, files } = places;
  const current = new Set(files.get((await lastCachedLanguage(places)) ?? sourceLanguage));
  const old = (await cache.keys()).filter(({ url }) => !current.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
}
