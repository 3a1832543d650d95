import * as v from 'valibot';
import { oneOf, pageNumber } from '#src/features/_shared/listing/list-search.ts';

export const balanceTabs = ['levels', 'bookings'] as const;

/** What `/balance` shows: on a phone one of its tabs, and so many pages of bookings, one below the other. */
export const balanceView = v.object({ tab: oneOf(balanceTabs, 'levels'), page: pageNumber });
