import { access, readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { defaultsForHost } from '#schemas/languages.ts';
import { StartError } from '#server/start-error.ts';

/** Matches paths of files that have a content hash in their name. Their content never changes. */
const HASHED_FILE = /[\\/]assets[\\/][^\\/]+-[\w-]{8,}\.\w+(?:\.br|\.gz)?$/;
const YEAR_SECONDS = 31_536_000;
/** Paths served by the server; the app has no screens there. */
const SERVER_PATHS = /^\/(api|files|c|calendar|share|dev|health|ready|metrics|assets)(\/|$)/;

/** Build folder with the app's page and manifest in languages other than English. */
export const HOST_PAGES = 'pages';

/**
 * Throws `StartError` if the directory contains no built pages.
 * @param setting name of the directory's setting, for the error message
 */
export async function requireBuiltApp(
  directory: string,
  setting: 'APP_DIR' | 'CONSOLE_DIR',
): Promise<void> {
  try {
    await access(join(directory, 'index.html'));
  } catch (cause) {
    const message =
      'APP_DIR contains no built app: run `npm run build`, or remove APP_DIR to serve the API only.';
    throw new StartError('app_missing', message.replaceAll('APP_DIR', setting), { cause });
  }
}

/**
 * Serves the built app. Browsers cache hashed files for good and revalidate the others each time. Uses the build's
 * precompressed files if the browser accepts them.
 */
export async function registerStaticApp(app: FastifyInstance, directory: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: resolve(directory),
    cacheControl: false,
    preCompressed: true,
    dotfiles: 'deny',
    setHeaders: (reply, path) => {
      const cacheControl = HASHED_FILE.test(path)
        ? `public, max-age=${YEAR_SECONDS}, immutable`
        : 'no-cache';
      void reply.header('cache-control', cacheControl);
    },
  });
  const languages = new Set(await listTranslatedPages(directory));
  app.decorate('pageFile', (host, extension) => {
    const { language } = defaultsForHost(host);
    return languages.has(language)
      ? `${HOST_PAGES}/${language}.${extension}`
      : englishFiles[extension];
  });
  for (const url of ['/', '/index.html']) app.get(url, (_request, reply) => sendAppPage(reply));
  app.get('/manifest.webmanifest', ({ host }, reply) =>
    reply.sendFile(app.pageFile(host, 'webmanifest')),
  );
}

const englishFiles = { html: 'index.html', webmanifest: 'manifest.webmanifest' } as const;

declare module 'fastify' {
  interface FastifyInstance {
    /** File with the app's page or manifest in the language of a host. */
    pageFile: (host: string, extension: keyof typeof englishFiles) => string;
  }
}

async function listTranslatedPages(directory: string): Promise<string[]> {
  const files = await readdir(join(directory, HOST_PAGES)).catch(() => []);
  return files.filter((name) => name.endsWith('.html')).map((name) => basename(name, '.html'));
}

/** True if a browser opens a screen of the app and should get the app's page. */
export function isNavigation(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '/';
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (SERVER_PATHS.test(path) || path.slice(path.lastIndexOf('/')).includes('.')) return false;
  return (request.headers.accept ?? '').includes('text/html');
}

/** Sends the app's page, in the language of the host. */
export function sendAppPage(reply: FastifyReply): FastifyReply {
  return reply.sendFile(reply.server.pageFile(reply.request.host, 'html'));
}
