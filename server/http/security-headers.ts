import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import { type FastifyInstance } from 'fastify';
import { API_HEADER, API_HEADER_VALUE } from '#schemas/api/api-header.ts';
import { VIDEO_PROVIDER } from '#schemas/content.ts';
import { type Environment } from '../environment.ts';

/**
 * The two style sheets that react-aria 1.22 injects. They are allowed by hash, so that all other inline styles stay
 * blocked. If a new release changes them, they are blocked too.
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

/**
 * Lets pages load only from our own origin, except that they may run the decoder's WASM and embed tutorial videos
 * (security 15).
 */
export const contentSecurityPolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'", ...libraryStyles.map(hashSource)],
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

/** The console loads nothing from elsewhere, and has no camera, decoder or videos. */
const consolePolicy = {
  'default-src': ["'self'"],
  'style-src': ["'self'", ...libraryStyles.map(hashSource)],
  'img-src': ["'self'", 'blob:', 'data:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
};

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Returns a function that hashes the import map in the app's page, which is the page's only inline script. The function
 * reads the page again after a new build is deployed.
 */
function createImportMapHasher(appDirectory: string): () => string {
  let hash = '';
  let modifiedAt = 0;
  return () => {
    const page = join(appDirectory, 'index.html');
    const stat = statSync(page, { throwIfNoEntry: false });
    if (stat === undefined || stat.mtimeMs === modifiedAt) return hash;
    modifiedAt = stat.mtimeMs;
    const map = /<script type="importmap">(.*?)<\/script>/s.exec(readFileSync(page, 'utf8'))?.[1];
    hash = map === undefined ? '' : hashSource(map);
    return hash;
  };
}

/** Adds the app's security headers to every response, including errors. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  environment: Environment,
): Promise<void> {
  const { appDirectory } = environment;
  const importMap = appDirectory === null ? [] : [createImportMapHasher(appDirectory)];
  const directives = {
    ...contentSecurityPolicy,
    'script-src': [...contentSecurityPolicy['script-src'], ...importMap],
  };
  await addHeaders(app, environment, {
    directives,
    permissions: 'camera=(self), microphone=(), geolocation=()',
  });
}

/** Adds the console's security headers to every response, including errors. */
export async function registerConsoleHeaders(
  app: FastifyInstance,
  environment: Environment,
): Promise<void> {
  await addHeaders(app, environment, {
    directives: consolePolicy,
    permissions: 'camera=(), microphone=(), geolocation=(), publickey-credentials-get=(self)',
  });
}

interface Policies {
  readonly directives: Readonly<Record<string, readonly (string | (() => string))[]>>;
  readonly permissions: string;
}

async function addHeaders(
  app: FastifyInstance,
  environment: Environment,
  { directives, permissions }: Policies,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // This is set only in production, behind TLS, because a development host name must not be pinned to HTTPS.
    strictTransportSecurity:
      environment.mode === 'production' ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('permissions-policy', permissions);
    if (isApiUrl(request.url)) void reply.header(API_HEADER, API_HEADER_VALUE);
  });
}

/** True if the app parses the responses of this URL. The API header shows that a response comes from this server. */
function isApiUrl(url: string): boolean {
  return url.startsWith('/api/') || url.startsWith('/files/');
}
