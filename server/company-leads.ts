import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { onDatabase } from './db/operator-database.ts';
import { letHaveLeads } from './leads/let-have-leads.ts';

/*
 * `node server/company-leads.ts COMPANY on|off`: whether a company may have leads, by its id. The embedded
 * database belongs to one process, so the server has to be stopped for it; PostgreSQL's need not.
 */
const [company, state] = v.parse(
  v.strictTuple([uuid, v.picklist(['on', 'off'])]),
  process.argv.slice(2),
);
await onDatabase(async (db) => {
  await letHaveLeads(company, state === 'on', { db });
  process.stdout.write(`The company may have ${state === 'on' ? 'leads' : 'no leads'}.\n`);
});
