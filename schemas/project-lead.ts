import * as v from 'valibot';
import { multilineText } from './multiline-text.ts';
import { storedDay, text, uuid } from './primitives.ts';

/** The customer's name and the address of the roof (spec 1 §3). The properties are named as in the API. */
export const customerInfo = v.object({
  FirstName: text(80),
  LastName: text(80),
  StreetHouseNumber: text(160),
  PostalCode: text(16),
  City: text(80),
});
export type CustomerInfo = v.InferOutput<typeof customerInfo>;

/** Contact details of the customer; empty if not given. */
export const leadContactEntries = {
  Mobile: text(32),
  MobilePhone: text(32),
  EmailForwindow: text(254),
};

/** Additional information of a lead. */
export const leadExtras = v.object({
  /** Message from the customer. */
  Notes: multilineText(4000),
  /** Requested service, such as a visit, an offer or a call. */
  CustomerRequested: text(200),
});

/** The part of a lead that is copied to its project and stays there, even if the lead changes. */
export const projectLead = v.object({
  uuid,
  customer_info: customerInfo,
  ...leadContactEntries,
  extras: leadExtras,
  NotesFromVELUXClub: multilineText(4000),
  expected_installation_date: storedDay,
});
export type ProjectLead = v.InferOutput<typeof projectLead>;

/** Picks the part of a lead that its project keeps. */
export function toProjectLead(lead: ProjectLead): ProjectLead {
  return {
    uuid: lead.uuid,
    customer_info: lead.customer_info,
    Mobile: lead.Mobile,
    MobilePhone: lead.MobilePhone,
    EmailForwindow: lead.EmailForwindow,
    extras: lead.extras,
    NotesFromVELUXClub: lead.NotesFromVELUXClub,
    expected_installation_date: lead.expected_installation_date,
  };
}
