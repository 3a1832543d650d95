import { type Kysely, sql } from 'kysely';

/** Adds an expiry date to request tokens, and lets all of a system's tokens share references. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Tokens without a date stay valid. The previous version creates tokens without one.
  await sql`alter table lead_tokens add column expires_at timestamptz, add column source_id uuid`.execute(
    db,
  );
  await sql`
    update lead_tokens set source_id = (
      select first.uuid from lead_tokens as first
      where first.region_id = lead_tokens.region_id and lower(first.name) = lower(lead_tokens.name)
      order by first.created_at, first.uuid limit 1)`.execute(db);
}
