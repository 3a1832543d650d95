import * as v from 'valibot';
import { uuid } from '../primitives.ts';
import { tierProductCategory } from '../product-type.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall, why } from './operator-call.ts';

/** Reason for `invalid_input`: products of this type have been scanned, so its tier category can no longer change. */
export const PRODUCT_TYPE_SCANNED = 'product_type_scanned';
/** Reason for `forbidden`: the change also affects companies in countries for which the operator lacks the right. */
export const SHARED_BY_COUNTRIES = 'shared_by_countries';

const { type, ...fields } = tierProductCategory.entries;

/** Product types, which all countries share. A type is never removed: a retired one can no longer be scanned. */
export const productTypeCalls = {
  changeProductType: defineOperatorCall(
    {
      id: 'changeProductType',
      method: 'POST',
      path: '/operator/v1/country/product-types',
      summary:
        'Adds or changes a product type in all countries. Needs a second person once one of them has companies.',
      body: v.object({
        /** The country in which the operator works. */
        region: regionId,
        type,
        ...fields,
        /** The values that the operator saw; null for a new type. If they have changed, the call is a `conflict`. */
        before: v.nullable(v.object(fields)),
        why,
      }),
      /** Null if the type was changed immediately. */
      result: v.object({ approval: v.nullable(uuid) }),
    },
    { right: 'settings.edit', scope: 'list', isAction: true, secondPerson: 'conditional' },
  ),
} as const;
