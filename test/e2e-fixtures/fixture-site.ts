import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

export interface FixtureSite {
  /** URL of the camera page. */
  readonly cameraUrl: string;
  close(): Promise<void>;
}

/** Production CSP that the decoder must work under (security requirement 15). */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
].join('; ');

/** Builds the fixture pages like the app and serves them on a free port. */
export async function openFixtureSite(): Promise<FixtureSite> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const outDir = await mkdtemp(join(tmpdir(), 'fixtures-'));
  const configFile = join(root, 'vite.config.ts');
  const input = join(root, 'test/e2e-fixtures/camera.html');
  await build({
    root,
    configFile,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, chunkImportMap: false, rolldownOptions: { input } },
  });
  const server = await preview({
    root,
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: {
      port: 0,
      host: '127.0.0.1',
      strictPort: false,
      open: false,
      headers: { 'content-security-policy': POLICY },
    },
  });
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    cameraUrl: `http://127.0.0.1:${address.port}/test/e2e-fixtures/camera.html`,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
