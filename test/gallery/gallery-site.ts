import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

export interface GallerySite {
  /** URL of a page. */
  url: (choice: GalleryChoice) => string;
  close: () => Promise<void>;
}

export interface GalleryChoice {
  show: 'home' | 'controls' | 'fields' | 'feedback' | 'states';
  theme?: 'light' | 'dark' | 'sunlight' | 'system';
  font?: '14px' | '17px' | '20px';
  lang?: 'en' | 'lt' | 'bg';
}

/** As strict as the server's policy: the kit injects no styles or scripts. */
const policy = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'";

/** Builds the gallery and serves it on a free port. */
export async function openGallerySite(): Promise<GallerySite> {
  const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
  const outDir = await mkdtemp(join(tmpdir(), 'gallery-'));
  const buildOptions = {
    configFile,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  } as const;
  await build(buildOptions);
  const headers = { 'content-security-policy': policy };
  const server = await preview({
    ...buildOptions,
    preview: { port: 0, host: '127.0.0.1', headers },
  });
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('The gallery has no port.');
  return {
    url: (choice) =>
      `http://127.0.0.1:${address.port}/?${new URLSearchParams({ ...choice }).toString()}`,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
