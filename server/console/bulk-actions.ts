import { orderBulkActions } from '../orders/order-bulk-actions.ts';
import { type BulkAction } from './bulk-action.ts';

/** All bulk actions by the id of the action. Each subject adds its own here. */
export const bulkActions: Readonly<Record<string, BulkAction>> = { ...orderBulkActions };
