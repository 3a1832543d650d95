import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { orderResponse } from '#schemas/order.ts';
import { uuid } from '#schemas/primitives.ts';
import { onDatabase } from './db/operator-database.ts';
import { decideOrder, decisionNames } from './orders/decide-order.ts';
import { openOrders } from './orders/open-orders.ts';

/*
 * `node server/decide-order.ts`: prints the orders that are worked on, the oldest first.
 * `node server/decide-order.ts ORDER approve|fail|reject|complete`: takes one a step further.
 * `… ORDER complete answered < ANSWER`: with the vendor's answer as JSON on the standard input, so that no
 * shell keeps it: {"number": "…", "expiresAt": null, "password": null}. A voucher needs one.
 * `… ORDER reject|fail because < REASON`: with the reason as text, which its person is told by e-mail; a top-up
 * of the club card needs one. What is sent leaves as soon as a server runs on the database. The embedded
 * database belongs to one process, so the server has to be stopped for it; PostgreSQL's need not.
 */
const [order, decision, word] = v.parse(
  v.union([
    v.strictTuple([]),
    v.strictTuple([uuid, v.picklist(decisionNames)]),
    v.strictTuple([uuid, v.literal('complete'), v.literal('answered')]),
    v.strictTuple([uuid, v.picklist(['reject', 'fail']), v.literal('because')]),
  ]),
  process.argv.slice(2),
);
await onDatabase(async (db) => {
  if (order === undefined || decision === undefined) {
    for (const open of await openOrders(db)) process.stdout.write(`${open}\n`);
    return;
  }
  const response =
    word === 'answered' ? v.parse(orderResponse, JSON.parse(await text(process.stdin))) : undefined;
  const reason = word === 'because' ? await text(process.stdin) : undefined;
  const decided = {
    decision,
    ...(response && { response }),
    ...(reason !== undefined && { reason }),
  };
  await decideOrder(order, decided, { db, clock: { now: () => Date.now() } });
  process.stdout.write('The order is decided, and its person is told.\n');
});
