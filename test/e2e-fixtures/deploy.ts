import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Replaces the deployed build with a newer one, which has a different page and a different service worker.
 * @param app folder of the built app
 * @param title of the newer page, and its revision in the worker
 * @throws if the worker doesn't contain the page's revision
 */
export function deploy(app: string, title: string): void {
  const page = join(app, 'index.html');
  const html = readFileSync(page, 'utf8');
  writeFileSync(page, html.replace(/<title>.*<\/title>/, `<title>${title}</title>`));
  const worker = join(app, 'service-worker.js');
  const revision = /(revision["'`]?:["'`])[\w-]+(["'`],["'`]?url["'`]?:["'`]index\.html)/;
  const text = readFileSync(worker, 'utf8');
  if (!revision.test(text)) throw new Error('The worker does not name the revision of the page.');
  writeFileSync(worker, text.replace(revision, `$1${title}$2`));
  // Remove compressed copies of the old files.
  for (const extension of ['.br', '.gz'])
    [page, worker].forEach((file) => rmSync(file + extension, { force: true }));
}
