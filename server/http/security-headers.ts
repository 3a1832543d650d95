import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import { type FastifyInstance } from 'fastify';
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
  'style-src': ["'self'", ...libraryStyles.map(styleHash)],
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

function styleHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Every answer carries them, those of failures too. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  environment: Environment,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // Only where there is TLS in front: a development machine's host name must not be pinned to it.
    strictTransportSecurity:
      environment.mode === 'production' ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=()');
  });
}
