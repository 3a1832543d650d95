import * as v from 'valibot';
import { urlChoice } from '#console/parts/url-state.ts';

/** Search parameters of the review; `overdue` shows only overdue products, without claiming them. */
export const reviewSearch = v.object({ overdue: urlChoice(['1']) });
