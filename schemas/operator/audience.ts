import * as v from 'valibot';
import { catalogueLanguages } from '../languages.ts';
import { uuid, wholeNumber } from '../primitives.ts';

/** A country's active users, narrowed down by each given condition. */
export const audience = v.object({
  company: v.optional(uuid),
  verified: v.optional(v.picklist([0, 1])),
  role: v.optional(v.picklist(['owner', 'staff'])),
  language: v.optional(v.picklist(catalogueLanguages)),
  /** A company type in the country’s settings. */
  company_type: v.optional(wholeNumber),
});
export type Audience = v.InferOutput<typeof audience>;
