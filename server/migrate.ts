import { migrate, readMigrationStatus } from './db/migrate.ts';
import { runOnDatabase } from './db/operator-database.ts';
import { StartError } from './start-error.ts';

/**
 * `node server/migrate.ts up|status`: migrates the configured database to this build's schema, without a time limit, or
 * lists pending migrations.
 */
await runOnDatabase(async (db) => {
  const [, , command = 'status'] = process.argv;
  if (command !== 'up' && command !== 'status') {
    throw new StartError('invalid_usage', 'Usage: node server/migrate.ts up|status');
  }
  if (command === 'up') await migrate(db);
  const { applied, pending, newer, isUsable } = await readMigrationStatus(db);
  const lines = [
    `${applied.length} migrations applied, the latest ${applied.at(-1) ?? 'none'}.`,
    ...pending.map((name) => `Pending: ${name}`),
    ...newer.map((name) => `From a newer version: ${name}`),
    ...(newer.length === 0
      ? []
      : [isUsable ? 'This version works with it.' : 'This version doesn’t work with it.']),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
});
