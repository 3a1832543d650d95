import { orderBulkActs } from '../orders/order-bulk-acts.ts';
import { type BulkAct } from './bulk-act.ts';

/** All bulk acts by the id of the act. A subject adds its own. */
export const bulkActs: Readonly<Record<string, BulkAct>> = { ...orderBulkActs };
