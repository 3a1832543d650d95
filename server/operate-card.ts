import * as v from 'valibot';
import { cardSerialNumber } from '#schemas/club-card.ts';
import { uuid } from '#schemas/primitives.ts';
import { issueCard, setCardStatus } from './card/operate-card.ts';
import { onDatabase } from './db/operator-database.ts';

/*
 * `node server/operate-card.ts issue NUMBER COMPANY`: a card was made for a company.
 * `node server/operate-card.ts activate NUMBER` and `… block NUMBER`: what the provider says of it.
 * The embedded database belongs to one process, so the server has to be stopped for it; PostgreSQL's
 * need not.
 */
const [act, number, company] = v.parse(
  v.union([
    v.strictTuple([v.literal('issue'), cardSerialNumber, uuid]),
    v.strictTuple([v.picklist(['activate', 'block']), cardSerialNumber]),
  ]),
  process.argv.slice(2),
);
await onDatabase(async (db) => {
  const operating = { db, clock: { now: () => Date.now() } };
  if (company !== undefined) await issueCard(company, number, operating);
  else await setCardStatus(number, act === 'block' ? 'BLOCKED' : 'ACTIVE', operating);
  process.stdout.write('The company is told.\n');
});
