import { type Kysely, sql } from 'kysely';

/** Records which operators have ever had a passkey. Those who currently have none still count as possible approvers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table operators add column had_passkey boolean not null default false',
  // Earlier resets of passkeys left only this trace.
  `update operators set had_passkey = true
    where exists (select from operator_audit
      where operator_audit.operator_id = operators.id and act = 'registerPasskey' and kind = 'sign_in')`,
];
