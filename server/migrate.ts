import { migrate, migrationStatus } from './db/migrate.ts';
import { runOnDatabase } from './db/operator-database.ts';
import { StartError } from './start-error.ts';

/*
 * `node server/migrate.ts up|status`: migrates the configured database to the schema of this build, without a
 * time limit, or
 * lists what is pending.
 */
await runOnDatabase(async (db) => {
  const [, , command = 'status'] = process.argv;
  if (command !== 'up' && command !== 'status') {
    throw new StartError('asked_wrongly', 'Usage: node server/migrate.ts up|status');
  }
  if (command === 'up') await migrate(db);
  const { done, pending, newer, isUsable } = await migrationStatus(db);
  const lines = [
    `${done.length} migrations are done, the last of them ${done.at(-1) ?? 'none'}.`,
    ...pending.map((name) => `To be done: ${name}`),
    ...newer.map((name) => `Of a newer version: ${name}`),
    ...(newer.length === 0
      ? []
      : [isUsable ? 'This version can work on it.' : 'This version can not work on it.']),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
});
