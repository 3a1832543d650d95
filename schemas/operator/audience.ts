import * as v from 'valibot';
import { catalogueLanguages } from '../languages.ts';
import { uuid, wholeNumber } from '../primitives.ts';

/** Active people of a country; each given condition limits them. */
export const audience = v.object({
  company: v.optional(uuid),
  verified: v.optional(v.picklist([0, 1])),
  role: v.optional(v.picklist(['owner', 'staff'])),
  language: v.optional(v.picklist(catalogueLanguages)),
  /** A type of companies in the country’s settings. */
  company_type: v.optional(wholeNumber),
});
export type Audience = v.InferOutput<typeof audience>;
