import * as v from 'valibot';
import { normaliseEmail } from './email.ts';
import { LEAD_MESSAGE_LENGTH, leadProducts } from './lead.ts';
import { typedMultilineText } from './multiline-text.ts';
import { MAX_TYPED_PHONE } from './phone.ts';
import { day, requiredText, typedText, wholeNumberBetween } from './primitives.ts';

/** Origin of a request. `lead`: added for a lead that had been offered without a request. */
const leadRequestSources = ['hand', 'file', 'machine', 'lead'] as const;
export const leadRequestSource = v.picklist(leadRequestSources);
export type LeadRequestSource = v.InferOutput<typeof leadRequestSource>;

const MAX_WINDOWS = 999;

/** A homeowner’s request: typed, imported from a file, or sent by another system. */
export const leadRequestInput = v.object({
  first_name: typedText(80),
  last_name: requiredText(80),
  street: typedText(160),
  postal_code: typedText(16),
  city: requiredText(80),
  phone: typedText(MAX_TYPED_PHONE),
  email: v.pipe(typedText(254), v.transform(normaliseEmail)),
  products: leadProducts,
  windows: v.nullable(wholeNumberBetween(0, MAX_WINDOWS)),
  /** Requested service: a visit, an offer, a call. */
  service: typedText(200),
  message: typedMultilineText(LEAD_MESSAGE_LENGTH),
  wished_day: v.nullable(day),
  /** Day on which the homeowner agreed to share the request with a company. */
  consent_day: day,
  /** Coordinates of the address in degrees, if known. */
  latitude: v.nullable(v.pipe(v.number(), v.minValue(-90), v.maxValue(90))),
  longitude: v.nullable(v.pipe(v.number(), v.minValue(-180), v.maxValue(180))),
});
export type LeadRequestInput = v.InferOutput<typeof leadRequestInput>;

/** The sender’s own reference for the request. A request sent again with the same reference isn’t stored twice. */
export const leadReference = requiredText(100);
