import { type Kysely } from 'kysely';
import * as v from 'valibot';
import { regionCode } from '#schemas/regions.ts';
import { tierDefinition } from '#schemas/tier.ts';
import { asJsonb } from '../db/as-jsonb.ts';
import { type Database } from '../db/tables.ts';

/** One tier of a country as an operator sets it: counting always begins anew with the year. */
const writtenTier = v.object({
  region: regionCode,
  ...v.omit(tierDefinition, ['reset_at']).entries,
});
export type WrittenTier = v.InferOutput<typeof writtenTier>;

/** Sets up a tier, or replaces what was set. Throws when it is not of the schema. */
export async function writeTier(db: Kysely<Database>, tier: WrittenTier): Promise<void> {
  const { id, region, tier_category, brackets } = v.parse(writtenTier, tier);
  const row = { region, tier_category, brackets: asJsonb(brackets) };
  await db
    .insertInto('tier_definitions')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
