import { type Kysely, sql, type RawBuilder } from 'kysely';

/**
 * Removes stored dates and times that don't exist, such as 2027-13-45: earlier versions accepted them, and
 * devices can't show the rows. Each repaired row gets a new rev, so that devices pull it again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await repair(db, {
    table: 'leads',
    value: sql`installation_day`,
    isReal: isDay,
    write: sql`installation_day = null`,
  });
  await repair(db, {
    table: 'survey_invitations',
    value: sql`interacted_at`,
    isReal: isMoment,
    write: sql`interacted_at = null`,
  });
  await repair(db, {
    table: 'survey_invitations',
    value: sql`delayed_to`,
    isReal: isMoment,
    write: sql`delayed_to = null`,
  });
  await repair(db, {
    table: 'orders',
    value: sql`response ->> 'expiresAt'`,
    isReal: isMoment,
    write: sql`response = jsonb_set(response, '{expiresAt}', 'null')`,
  });
  await repair(db, {
    table: 'projects',
    value: sql`lead ->> 'expected_installation_date'`,
    isReal: isDay,
    write: sql`lead = jsonb_set(lead, '{expected_installation_date}', 'null')`,
  });
  // A year after 9999 is formatted with six digits, which devices can't parse.
  await repair(db, {
    table: 'projects',
    value: sql`case when expires_at >= '9999-12-31' then 'late' end`,
    isReal: () => false,
    write: sql`expires_at = updated_at + interval '5 years'`,
  });
}

interface Repair {
  readonly table: 'leads' | 'survey_invitations' | 'orders' | 'projects';
  /** The text to check; null if there is none. */
  readonly value: RawBuilder<unknown>;
  readonly isReal: (text: string) => boolean;
  /** Assignment that replaces an invalid value. */
  readonly write: RawBuilder<unknown>;
}

async function repair(db: Kysely<unknown>, { table, value, isReal, write }: Repair): Promise<void> {
  const tableRef = sql.table(table);
  const { rows } = await sql<{ text: string }>`
    select distinct ${value} as text from ${tableRef} where ${value} is not null`.execute(db);
  for (const { text } of rows) {
    if (isReal(text)) continue;
    const { rows: invalidRows } = await sql<{ uuid: string; company_id: string }>`
      select uuid, company_id from ${tableRef} where ${value} = ${text} order by company_id, rev`.execute(
      db,
    );
    for (const { uuid, company_id } of invalidRows) {
      await sql`
        with company as (update companies set rev = rev + 1 where id = ${company_id} returning rev)
        update ${tableRef} set ${write}, rev = (select rev from company), updated_at = now()
        where uuid = ${uuid}`.execute(db);
    }
  }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && isMoment(`${text}T00:00:00.000Z`);
}

function isMoment(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && !text.startsWith('0000') && new Date(time).toISOString() === text;
}
