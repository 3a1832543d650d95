import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import { type FastifyInstance } from 'fastify';
import { API_HEADER, API_HEADER_VALUE } from '#schemas/api/answer-mark.ts';
import { VIDEO_PROVIDER } from '#schemas/content.ts';
import { type Environment } from '../environment.ts';

/**
 * The two style sheets that react-aria 1.22 writes into a page by script. Named by their hashes, so
 * that no other inline style is let in; a release that changes them shows as a style that is missing.
 */
const libraryStyles = [
  `@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}`,
  `@layer {
  * {
    overscroll-behavior: contain;
  }
}`,
];

/** What a page may load: our own origin only, the decoder's wasm, and tutorials' videos (security 15). */
export const contentSecurityPolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'", ...libraryStyles.map(hashOf)],
  'img-src': ["'self'", 'blob:', 'data:'],
  'media-src': ["'self'", 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'frame-src': [VIDEO_PROVIDER],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
};

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * The app's page says in an import map where its scripts are: the one text in it that is let in, by its
 * hash. Read anew when another build has been put in its place.
 */
function importMapHash(appDirectory: string): () => string {
  let hash = '';
  let readAt = 0;
  return () => {
    const page = join(appDirectory, 'index.html');
    const stat = statSync(page, { throwIfNoEntry: false });
    if (stat === undefined || stat.mtimeMs === readAt) return hash;
    readAt = stat.mtimeMs;
    const map = /<script type="importmap">(.*?)<\/script>/s.exec(readFileSync(page, 'utf8'))?.[1];
    hash = map === undefined ? '' : hashOf(map);
    return hash;
  };
}

/** Every answer carries them, those of failures too. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  environment: Environment,
): Promise<void> {
  const { appDirectory } = environment;
  const importMap = appDirectory === null ? [] : [importMapHash(appDirectory)];
  const directives = {
    ...contentSecurityPolicy,
    'script-src': [...contentSecurityPolicy['script-src'], ...importMap],
  };
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // Only where there is TLS in front: a development machine's host name must not be pinned to it.
    strictTransportSecurity:
      environment.mode === 'production' ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=()');
    if (isOfApi(request.url)) void reply.header(API_HEADER, API_HEADER_VALUE);
  });
}

/** Whether the app reads the answer by the contract: then it has to know whose answer it is. */
function isOfApi(url: string): boolean {
  return url.startsWith('/api/') || url.startsWith('/files/');
}
