import { type Kysely, sql } from 'kysely';
import { type Database } from '../db/tables.ts';
import { StartError } from '../start-error.ts';
import { type VoucherKeys } from './voucher-keys.ts';

/**
 * Checks that the settings contain the keys of all stored voucher codes. A key can be missing, for example, after
 * restoring a backup that predates a change of keys. Throws `StartError`.
 */
export async function checkVoucherKeys(
  db: Kysely<Database>,
  { allKeys }: Pick<VoucherKeys, 'allKeys'>,
): Promise<void> {
  // The query begins with `select`, so that the embedded database treats it as a read, which works on a full disk.
  const { rows } = await sql<{ key: string }>`
    select key from (
      with recursive used (key) as (select '' union all select ${nextKey} from used where key is not null)
      select key from used) as keys where key <> ''`.execute(db);
  const missingIds = rows
    .map(({ key }) => key)
    .filter((key) => !allKeys.some(({ id }) => id === key));
  if (missingIds.length === 0) return;
  throw new StartError(
    'configuration',
    `VOUCHER_KEYS lacks ${missingIds.map((id) => `“${id}”`).join(', ')}, which encrypted stored voucher codes: add it as the last key.`,
  );
}

/** Finds the next key by reading a single index entry, so that not all rows are read. */
const nextKey = sql<string | null>`least(
  (select key_id from voucher_codes where key_id > used.key order by key_id limit 1),
  (select response ->> 'key' from orders where response is not null and response ->> 'key' > used.key
    order by response ->> 'key' limit 1))`;
