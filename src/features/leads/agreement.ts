/** The agreement step: what is entered, what is kept of it, and what comes out (spec 1 §5). Pure. */
import * as v from 'valibot';
import { lastDayAhead } from '#schemas/calendar-day.ts';
import type { CustomerInfo } from '#schemas/project-lead.ts';
import {
  agreementItem,
  AGREEMENT_ITEMS_NEEDED,
  lacksStreetNumber,
  type LeadAddress,
} from '#schemas/lead-edit.ts';
import { day, typedText } from '#schemas/primitives.ts';
import type { LeadDraft } from './queries.ts';

/** Where the roof is: needed where the customer's street lacks its number, else only if it changes. */
const neededAddress = {
  street_name: typedText(160, 1),
  postal_code: typedText(16, 1),
  city: typedText(80),
};
const freeAddress = {
  street_name: typedText(160),
  postal_code: typedText(16),
  city: typedText(80),
};

/**
 * The form's schema.
 * @param today the first day that may be agreed on, such as `2026-05-04`
 */
export function agreementForm(customer: CustomerInfo, today: string) {
  return v.object({
    checklist: v.pipe(v.array(agreementItem), v.minLength(AGREEMENT_ITEMS_NEEDED)),
    installationDate: v.pipe(
      day,
      v.check((date) => date >= today && date <= lastDayAhead(today)),
    ),
    ...(lacksStreetNumber(customer) ? neededAddress : freeAddress),
  });
}
export type AgreementEntry = v.InferInput<ReturnType<typeof agreementForm>>;

/** What the form begins with: what was entered before, else what the lead says. */
export function initialAgreement(
  customer: CustomerInfo,
  date: string | null,
  draft: LeadDraft | null,
): AgreementEntry {
  const known = knownAddress(customer);
  return {
    checklist: [...(draft?.checklist ?? [])],
    installationDate: draft?.installationDate ?? date ?? '',
    ...(draft?.location ?? {
      ...known,
      // A street without its number would be passed on as it is: it is asked for anew.
      street_name: lacksStreetNumber(customer) ? '' : known.street_name,
    }),
  };
}

/** What is kept of it until the step is done. */
export function toDraft(entry: AgreementEntry): LeadDraft {
  const { checklist, installationDate } = entry;
  return {
    checklist,
    installationDate: installationDate === '' ? null : installationDate,
    location: addressOf(entry),
  };
}

/** What the command wants: the address only where it is needed or another than the lead's. */
export function toAgreement(entry: AgreementEntry, customer: CustomerInfo) {
  const { checklist, installationDate } = entry;
  const address = addressOf(entry);
  const isNews = lacksStreetNumber(customer) || !isSameAddress(address, knownAddress(customer));
  return { checklist, installationDate, ...(isNews && { address }) };
}

function knownAddress({ StreetHouseNumber, PostalCode, City }: CustomerInfo): LeadAddress {
  return { street_name: StreetHouseNumber, postal_code: PostalCode, city: City };
}

function addressOf({ street_name, postal_code, city }: AgreementEntry): LeadAddress {
  return { street_name, postal_code, city };
}

function isSameAddress(a: LeadAddress, b: LeadAddress): boolean {
  return a.street_name === b.street_name && a.postal_code === b.postal_code && a.city === b.city;
}
