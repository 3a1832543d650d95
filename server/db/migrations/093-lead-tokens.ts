import { type Kysely, sql } from 'kysely';

/** Ends tokens for requests after a time, and lets the tokens of one system share their references. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Tokens without a date stay valid. The previous version stores none.
  await sql`alter table lead_tokens add column expires_at timestamptz, add column source_id uuid`.execute(
    db,
  );
  await sql`
    update lead_tokens set source_id = (
      select first.uuid from lead_tokens as first
      where first.region_id = lead_tokens.region_id and lower(first.name) = lower(lead_tokens.name)
      order by first.created_at, first.uuid limit 1)`.execute(db);
}
