import { orderBulkActs } from '../orders/order-bulk-actions.ts';
import { type BulkAct } from './bulk-action.ts';

/** All bulk actions by the id of the action. Each subject adds its own here. */
export const bulkActs: Readonly<Record<string, BulkAct>> = { ...orderBulkActs };
