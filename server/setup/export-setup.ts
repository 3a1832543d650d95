import { type Kysely, sql } from 'kysely';
import { type RegionCode } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type SetupGuide } from '../guide/setup-guide.ts';
import { loadSetup } from './load-setup.ts';
import { listFiles, mapFiles } from './setup-files.ts';

/** Maximum number of serial numbers in a response. */
const SERIALS_PER_PAGE = 20_000;

/**
 * Exports a country's setup as the texts of its files, by name. Throws `not_found` if the country
 * isn't set up.
 * @param now milliseconds since 1970
 */
export async function exportSetup(
  db: Kysely<Database>,
  region: RegionCode,
  now: number,
): Promise<Record<string, string>> {
  const setup = await loadSetup(db, region, now);
  const names = await loadNames(db, listFiles(setup));
  const { settings, product_types, tiers, shop, news, registration_surveys, product_guide } =
    mapFiles(setup, (id, path) =>
      path.startsWith('product_guide.') ? `documents/${id}.pdf` : (names.get(id) ?? id),
    );
  if (settings === undefined) throw new ApiFailure('not_found');
  const files = {
    'country.json': { region, settings },
    'products.json': { product_types },
    'tiers.json': { tiers },
    'shop.json': { shop },
    'news.json': { news },
    'registration-surveys.json': { registration_surveys },
  };
  const texts = Object.entries(files).map(([name, content]) => [
    name,
    `${JSON.stringify(content, null, 2)}\n`,
  ]);
  if (product_guide) texts.push(['product-guide.json', formatGuide(product_guide)]);
  return Object.fromEntries(texts) as Record<string, string>;
}

/** Formats a guide with one item per line. With indentation, a large guide would exceed a command's size limit. */
function formatGuide(guide: SetupGuide): string {
  return `${JSON.stringify({ product_guide: guide }).replaceAll(/[[,](?=\{)/g, '$&\n')}\n`;
}

const extensions = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/** Loads the names of stored pictures by id. */
async function loadNames(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('content_pictures')
    .select(['uuid', 'media_type'])
    .where('uuid', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(
    rows.map(({ uuid, media_type }) => [uuid, `pictures/${uuid}.${extensions[media_type]}`]),
  );
}

/** Exports the serial numbers after a code, ordered by code, as lines of CSV; empty at the end. */
export async function exportSerials(db: Kysely<Database>, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('registry')
    .select(['code', 'type', 'size', 'variant'])
    .where('code', '>', after)
    .orderBy('code')
    .limit(SERIALS_PER_PAGE)
    .execute();
  return rows.map(({ code, type, size, variant }) => `${code},${type},${size},${variant}`);
}
