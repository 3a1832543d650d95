import { type Kysely, sql } from 'kysely';

/**
 * Clears the mark of an outdated acceptance (152-outdated-acceptances.ts) whenever the acceptance is written. The
 * previous server version doesn't clear the mark, so owners who accepted the new text there would be asked again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of ['disclaimer', 'declaration']) {
    await sql
      .raw(
        `create function accept_current_${statement}() returns trigger language plpgsql as $$
        begin
          new.${statement}_outdated := false;
          return new;
        end $$`,
      )
      .execute(db);
    await sql
      .raw(
        `create trigger accept_current_${statement} before update of ${statement}_accepted on companies
        for each row execute function accept_current_${statement}()`,
      )
      .execute(db);
  }
}
