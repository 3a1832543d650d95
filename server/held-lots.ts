import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { onDatabase } from './db/operator-database.ts';
import { heldLots, releaseLot } from './scans/held-lots.ts';

/*
 * `node server/held-lots.ts`: prints the lots whose numbers a company has asked for one after the other, most of
 * them not to be had. Its scans of them go in review, and their projects are decided by accept-project.ts.
 * `node server/held-lots.ts release COMPANY LOT`: nothing is wrong with it; the next ones count at once. The
 * embedded database belongs to one process, so the server has to be stopped for it; PostgreSQL's need not.
 */
const [, company, lot] = v.parse(
  v.union([v.strictTuple([]), v.strictTuple([v.literal('release'), uuid, v.string()])]),
  process.argv.slice(2),
);
await onDatabase(async (db) => {
  if (company === undefined || lot === undefined) {
    for (const held of await heldLots(db)) process.stdout.write(`${held}\n`);
    return;
  }
  await releaseLot(company, lot, { db, clock: { now: () => Date.now() } });
  process.stdout.write('The lot is released.\n');
});
