import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { onDatabase } from './db/operator-database.ts';
import { unverifiedCompanies, verifyCompany } from './points/reserved-points.ts';

/*
 * `node server/verify-company.ts`: prints the companies whose welcome points wait, the oldest first.
 * `node server/verify-company.ts COMPANY`: its numbers were checked, and its welcome points are booked. The
 * embedded database belongs to one process, so the server has to be stopped for it; PostgreSQL's need not.
 */
const [company] = v.parse(
  v.union([v.strictTuple([]), v.strictTuple([uuid])]),
  process.argv.slice(2),
);
await onDatabase(async (db) => {
  if (company === undefined) {
    for (const waiting of await unverifiedCompanies(db)) process.stdout.write(`${waiting}\n`);
    return;
  }
  const points = await verifyCompany(company, { db, clock: { now: () => Date.now() } });
  process.stdout.write(`The company is verified: ${points} points were booked.\n`);
});
