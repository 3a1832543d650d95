import * as v from 'valibot';
import { multilineText } from './paragraphs.ts';
import { storedDay, text, uuid } from './primitives.ts';

/** Who the customer is and where the roof is (spec 1 §3; the wire's own names). */
export const customerInfo = v.object({
  FirstName: text(80),
  LastName: text(80),
  StreetHouseNumber: text(160),
  PostalCode: text(16),
  City: text(80),
});
export type CustomerInfo = v.InferOutput<typeof customerInfo>;

/** How the customer can be reached; empty where they did not say. */
export const leadContactEntries = {
  Mobile: text(32),
  MobilePhone: text(32),
  EmailForwindow: text(254),
};

/** What else came with a lead. */
export const leadExtras = v.object({
  /** What the customer wrote. */
  Notes: multilineText(4000),
  /** What they asked for: a visit, an offer, a call. */
  CustomerRequested: text(200),
});

/** What a project shows of the lead that it was: kept with the project, whatever becomes of the lead. */
export const projectLead = v.object({
  uuid,
  customer_info: customerInfo,
  ...leadContactEntries,
  extras: leadExtras,
  NotesFromVELUXClub: multilineText(4000),
  expected_installation_date: storedDay,
});
export type ProjectLead = v.InferOutput<typeof projectLead>;

/** The part of a lead that goes with its project. */
export function toProjectLead(from: ProjectLead): ProjectLead {
  return {
    uuid: from.uuid,
    customer_info: from.customer_info,
    Mobile: from.Mobile,
    MobilePhone: from.MobilePhone,
    EmailForwindow: from.EmailForwindow,
    extras: from.extras,
    NotesFromVELUXClub: from.NotesFromVELUXClub,
    expected_installation_date: from.expected_installation_date,
  };
}
