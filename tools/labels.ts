import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freeDemoSerials } from '#server/demo/serials.ts';
import { brand } from '#brand';
import { labelPage, pickEvenly } from './label-page.ts';
import { cache } from './paths.ts';

/**
 * `npm run labels` writes one page with 24 labels of the demo's registry; `npm run labels -- 240`
 * writes ten.
 */
const count = Number(process.argv[2] ?? 24);
if (!Number.isInteger(count) || count < 1 || count > 20_000) {
  throw new Error('Usage: npm run labels -- COUNT, from 1 to 20000.');
}

const file = join(cache, 'labels.html');
mkdirSync(cache, { recursive: true });
writeFileSync(file, await labelPage(pickEvenly(freeDemoSerials(), count), brand.domain));
process.stdout.write(`${count} labels to print, or to scan from this screen: ${file}
To scan them with a phone, read docs/phone.md.
`);
