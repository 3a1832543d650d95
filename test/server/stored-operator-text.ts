import type { TestConsole } from './console-setup.ts';

/** Returns everything that the server stores about operators' actions and requests: audit, stored responses and log. */
export async function storedOperatorText({
  db,
  log,
}: Pick<TestConsole, 'db' | 'log'>): Promise<string> {
  const tables = await Promise.all([
    db.selectFrom('operator_audit').selectAll().execute(),
    db.selectFrom('idempotency_keys').selectAll().execute(),
  ]);
  return JSON.stringify([tables, log]);
}
