import { orderBulkActions } from '../orders/order-bulk-actions.ts';
import { type BulkAction } from './bulk-action.ts';

/** All bulk actions by id. Each area adds its own here. */
export const bulkActions: Readonly<Record<string, BulkAction>> = { ...orderBulkActions };
