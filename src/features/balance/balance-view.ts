import * as v from 'valibot';
import { oneOf, pageNumber } from '#src/features/_shared/listing/list-search.ts';

export const balanceTabs = ['levels', 'bookings'] as const;

/**
 * Search parameters of `/balance`: the tab on a phone, and the number of pages of bookings shown.
 */
export const balanceView = v.object({ tab: oneOf(balanceTabs, 'levels'), page: pageNumber });
