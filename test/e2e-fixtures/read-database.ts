import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import type { Club } from './club.ts';

const statement = `select serial_number, count(*)::int as count from scans
  where serial_number = any($1) and not deleted
  group by serial_number order by serial_number collate "C"`;

/**
 * Counts each serial number in the database of a stopped server, across all companies.
 * @returns counted serial numbers, in order
 */
export async function countSerials(
  { server, databaseUrl }: Club,
  codes: readonly string[],
): Promise<{ serial_number: string; count: number }[]> {
  if (databaseUrl !== undefined) {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const { rows } = await client.query(statement, [codes]);
      return rows;
    } finally {
      await client.end();
    }
  }
  const database = await PGlite.create(join(server.dataDirectory, 'db'));
  try {
    const { rows } = await database.query<{ serial_number: string; count: number }>(statement, [
      codes,
    ]);
    return rows;
  } finally {
    await database.close();
  }
}
