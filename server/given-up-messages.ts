import { onDatabase } from './db/operator-database.ts';
import { givenUpMessages } from './messages/given-up.ts';

/*
 * `node server/given-up-messages.ts`: prints the messages that were given up in the last days, the newest first. The
 * embedded database belongs to one process, so the server has to be stopped for it; PostgreSQL's need not.
 */
await onDatabase(async (db) => {
  for (const line of await givenUpMessages(db)) process.stdout.write(`${line}\n`);
});
