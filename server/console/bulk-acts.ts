import { orderBulkActs } from '../orders/order-bulk-acts.ts';
import { type BulkAct } from './bulk-act.ts';

/** All bulk actions by the id of the action. Each subject adds its own here. */
export const bulkActs: Readonly<Record<string, BulkAct>> = { ...orderBulkActs };
