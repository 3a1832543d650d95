import { isBuildCurrent } from './build-stamp.ts';
import { builtApp } from './places.ts';

if (!isBuildCurrent()) {
  process.stdout.write('Building the app ...\n');
  // Loaded only here: a start without a build shall not wait for the bundler.
  const { buildApp } = await import('./build-app.ts');
  await buildApp();
}
process.env['APP_DIR'] ??= builtApp;
await import('#server/main.ts');
