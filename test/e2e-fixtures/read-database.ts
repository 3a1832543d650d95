import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/**
 * Counts each serial number in a stopped server's database, across all companies.
 * @returns counted serial numbers, in order
 */
export async function countSerials(
  dataDirectory: string,
  codes: readonly string[],
): Promise<{ serial_number: string; count: number }[]> {
  const database = await PGlite.create(join(dataDirectory, 'db'));
  try {
    const { rows } = await database.query<{ serial_number: string; count: number }>(
      `select serial_number, count(*)::int as count from scans
       where serial_number = any($1) and not deleted
       group by serial_number order by serial_number collate "C"`,
      [codes],
    );
    return rows;
  } finally {
    await database.close();
  }
}
