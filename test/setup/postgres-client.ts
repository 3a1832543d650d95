import { Client } from 'pg';

/** Runs one statement on a PostgreSQL server, on its own connection. */
export async function executeOn(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
