import { type Kysely, sql } from 'kysely';

/** Adds the tokens with which operators impersonate people, where the configuration allows it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table faker_tokens (
    token_hash text primary key,
    installer_id uuid not null references installers (id) on delete cascade,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  'create index faker_tokens_expiry on faker_tokens (expires_at)',
];
