import * as v from 'valibot';

/** Delivery types (spec 2 §3): nothing is shipped, to the user, or to the company. */
export const deliveryTypes = { digital: 0, personal: 1, company: 2 } as const;
export const deliveryType = v.picklist(Object.values(deliveryTypes));
export type DeliveryType = v.InferOutput<typeof deliveryType>;
