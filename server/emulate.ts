import * as v from 'valibot';
import { emailAddress } from '#schemas/session.ts';
import { makeFakerToken } from './access/faker-tokens.ts';
import { onDatabase } from './db/operator-database.ts';
import { readEnvironment } from './environment.ts';

/*
 * `FAKER_TOKENS=1 node server/emulate.ts E-MAIL`: prints the path by which the app is opened as that
 * person, once, within ten minutes. The embedded database belongs to one process, so the server has to
 * be stopped for it; PostgreSQL's need not.
 */
if (!readEnvironment(process.env).fakerTokens) throw new Error('FAKER_TOKENS is not set here.');
const email = v.parse(emailAddress, process.argv[2]);
await onDatabase(async (db) => {
  const token = await makeFakerToken(db, Date.now(), email);
  process.stdout.write(token === null ? 'Nobody has that address.\n' : `/?faker=${token}\n`);
});
