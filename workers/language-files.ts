import type { PrecacheEntry } from 'workbox-precaching';
import { languageIds, sourceLanguage } from '#schemas/languages.ts';
import { hasExpectedType } from './file-type.ts';

/** Cache of the translations in use. English comes with the app. */
export const LANGUAGE_CACHE = 'language-files';

/** URLs of each language's translation files in this build, by language code. */
type LanguageFiles = ReadonlyMap<string, readonly string[]>;

interface Ports {
  readonly cache: Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly files: LanguageFiles;
}

/** The bundler names translation files after their language: `assets/pl-DxR3kq2b.js`. No other file has such a name. */
const translationFile = /\/assets\/(?<language>[a-z]{2})-[\w-]{8}\.js$/;

/**
 * Language of a translation file; null for any other file.
 * @param url absolute, or relative to the root
 */
export function languageOfFile(url: string): string | null {
  const language = translationFile.exec(`/${url}`)?.groups?.['language'] ?? '';
  return Object.hasOwn(languageIds, language) ? language : null;
}

/**
 * Separates the files that every device installs from the translations, which are only installed for the
 * language in use.
 * @param base base URL of the entries
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
 * Caches a language's translations and marks it as the one in use, so that the next build also installs its files.
 * @throws the network error if a file is neither cached nor reachable
 */
export async function cacheLanguage(language: string, ports: Ports): Promise<void> {
  const { cache, files } = ports;
  const urls = files.get(language) ?? [];
  const responses = await Promise.all(
    urls.map((url) => serveLanguageFile(new Request(url), ports)),
  );
  // Re-inserting moves an entry to the end of the cache.
  for (const [index, url] of urls.entries()) {
    const response = responses[index];
    if (!response || !hasExpectedType(url, response))
      throw new TypeError(`${url} can't be loaded.`);
    await cache.delete(url);
    await cache.put(url, response);
  }
}

/** Returns the language that was cached last. Null if there is none, because English isn't cached. */
export async function lastCachedLanguage({ cache }: Pick<Ports, 'cache'>): Promise<string | null> {
  const lastRequest = (await cache.keys()).at(-1);
  return lastRequest ? languageOfFile(lastRequest.url) : null;
}

/**
 * Responds with a translation file from the cache, otherwise from the network, and caches it.
 * @throws the network error
 */
export async function serveLanguageFile(
  request: Request,
  { cache, fetch }: Omit<Ports, 'files'>,
): Promise<Response> {
  const cachedResponse = await cache.match(request.url);
  if (cachedResponse) return cachedResponse;
  const response = await fetch(request);
  if (hasExpectedType(request.url, response)) await cache.put(request.url, response.clone());
  return response;
}

/** Deletes the translations of the previous build and of unused languages. Called once a build is active. */
export async function deleteUnusedLanguages(ports: Ports): Promise<void> {
  const { cache, files } = ports;
  const currentUrls = new Set(files.get((await lastCachedLanguage(ports)) ?? sourceLanguage));
  const outdatedRequests = (await cache.keys()).filter(({ url }) => !currentUrls.has(url));
  await Promise.all(outdatedRequests.map((request) => cache.delete(request)));
}
