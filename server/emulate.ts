import * as v from 'valibot';
import { emailAddress } from '#schemas/session.ts';
import { makeFakerToken } from './access/faker-tokens.ts';
import { onDatabase } from './db/operator-database.ts';
import { StartError } from './start-error.ts';

/*
 * `FAKER_TOKENS=1 node server/emulate.ts E-MAIL`: prints the path by which the app is opened as that
 * person, once, within ten minutes. The embedded database belongs to one process, so the server has to
 * be stopped for it; PostgreSQL's need not.
 */
const email = v.parse(emailAddress, process.argv[2]);
await onDatabase(async (db, { fakerTokens }) => {
  if (!fakerTokens) throw new StartError('FAKER_TOKENS is not set here.');
  const token = await makeFakerToken(db, Date.now(), email);
  process.stdout.write(token === null ? 'Nobody has that address.\n' : `/?faker=${token}\n`);
});
