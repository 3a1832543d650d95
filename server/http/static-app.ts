import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { StartError } from '../start-error.ts';

/** Files whose names carry the hash of their content: they never change. */
const HASHED = /[\\/]assets[\\/][^\\/]+-[\w-]{8,}\.\w+(?:\.br|\.gz)?$/;
const YEAR_SECONDS = 31_536_000;
/** What the server answers itself; the app has no screen there. */
const SERVER_PATHS = /^\/(api|files|c|dev|health|ready|metrics|assets)(\/|$)/;

/** Throws `StartError` where there is no built app in the directory. */
export async function findApp(directory: string): Promise<void> {
  try {
    await access(join(directory, 'index.html'));
  } catch (cause) {
    throw new StartError(
      'APP_DIR holds no built app: run `npm run build`, or leave APP_DIR out to serve the API alone.',
      { cause },
    );
  }
}

/**
 * Serves the built app: hashed files for ever, everything else asked for again each time; compressed as the
 * build has laid it beside them, where the browser takes it.
 */
export async function registerStaticApp(app: FastifyInstance, directory: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: resolve(directory),
    cacheControl: false,
    preCompressed: true,
    dotfiles: 'deny',
    setHeaders: (reply, path) => {
      const cacheControl = HASHED.test(path)
        ? `public, max-age=${YEAR_SECONDS}, immutable`
        : 'no-cache';
      void reply.header('cache-control', cacheControl);
    },
  });
}

/** Whether a browser is opening a screen of the app, so that the app's page is the answer. */
export function isNavigation(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '/';
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (SERVER_PATHS.test(path) || path.slice(path.lastIndexOf('/')).includes('.')) return false;
  return (request.headers.accept ?? '').includes('text/html');
}

/** The app's page, for every screen's address. */
export function sendAppPage(reply: FastifyReply): FastifyReply {
  return reply.sendFile('index.html');
}
