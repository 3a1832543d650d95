import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { isBuildCurrent } from './vite/build-stamp.ts';
import { builtApp, cache } from './paths.ts';

// A later start then takes 0.8 s instead of 1.1 s.
enableCompileCache(join(cache, 'compiled'));

if (!isBuildCurrent()) {
  process.stdout.write('Building the app ...\n');
  // Loaded only here: a start without a build shall not wait for the bundler.
  const { buildApp } = await import('./vite/build-app.ts');
  await buildApp();
}
process.env['APP_DIR'] ??= builtApp;
await import('#server/main.ts');
