import { createHash } from 'node:crypto';
import { type Kysely } from 'kysely';
import * as v from 'valibot';
import { productGuide, type ProductGuide, type VersionedGuide } from '#schemas/product-guide.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { type SetupGuide } from './setup-guide.ts';
import { loadDocumentSizes } from './store-documents.ts';

/**
 * Creates or replaces countries' product guides.
 * @param guide refers to stored documents by their ids
 */
export async function writeGuide(
  db: Kysely<Database>,
  countries: readonly RegionCode[],
  guide: SetupGuide,
): Promise<void> {
  const sizes = await loadDocumentSizes(
    db,
    guide.documents.map(({ file }) => file),
  );
  const documents = guide.documents.map((document) => ({
    ...document,
    bytes: sizes.get(document.file),
  }));
  const validGuide = v.parse(productGuide, { ...guide, documents });
  const version = createHash('sha256')
    .update(JSON.stringify(validGuide))
    .digest('hex')
    .slice(0, 16);
  await db
    .insertInto('product_guides')
    .values(countries.map((region) => ({ region, version, guide: toJsonb(validGuide) })))
    .onConflict((conflict) =>
      conflict.column('region').doUpdateSet((eb) => ({
        version: eb.ref('excluded.version'),
        guide: eb.ref('excluded.guide'),
      })),
    )
    .execute();
}

/** Loads a country's product guide; null if it has none. */
export async function loadGuide(
  db: Kysely<Database>,
  region: RegionCode,
): Promise<VersionedGuide | null> {
  const row = await db
    .selectFrom('product_guides')
    .select(['version', 'guide'])
    .where('region', '=', region)
    .executeTakeFirst();
  // The cast is safe, because the guide is validated before it's written.
  return row ? { version: row.version, guide: row.guide as ProductGuide } : null;
}

/** Loads a country's guide in setup format, without document sizes; null if it has none. */
export async function loadSetupGuide(
  db: Kysely<Database>,
  region: RegionCode,
): Promise<SetupGuide | null> {
  const storedGuide = await loadGuide(db, region);
  if (storedGuide === null) return null;
  const documents = storedGuide.guide.documents.map(({ bytes: _bytes, ...document }) => document);
  return { ...storedGuide.guide, documents };
}
