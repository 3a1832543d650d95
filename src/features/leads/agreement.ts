/** The agreement step's form, draft and command (spec 1 §5). Pure. */
import * as v from 'valibot';
import { latestSelectableDay } from '#schemas/calendar-day.ts';
import type { CustomerInfo } from '#schemas/project-lead.ts';
import {
  agreementItem,
  AGREEMENT_ITEMS_NEEDED,
  lacksStreetNumber,
  type LeadAddress,
} from '#schemas/lead-edit.ts';
import { day, typedText } from '#schemas/primitives.ts';
import type { LeadDraft } from './queries.ts';

/** Address of the roof: required if the customer's street has no number, else optional. */
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
 * @param today the first day allowed, such as `2026-05-04`
 */
export function agreementForm(customer: CustomerInfo, today: string) {
  return v.object({
    checklist: v.pipe(v.array(agreementItem), v.minLength(AGREEMENT_ITEMS_NEEDED)),
    installationDate: v.pipe(
      day,
      v.check((date) => date >= today && date <= latestSelectableDay(today)),
    ),
    ...(lacksStreetNumber(customer) ? neededAddress : freeAddress),
  });
}
export type AgreementEntry = v.InferInput<ReturnType<typeof agreementForm>>;

/** Initial values: the draft, else the lead's data. */
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
      // Ask again for a street without a number, or it would be passed on like that.
      street_name: lacksStreetNumber(customer) ? '' : known.street_name,
    }),
  };
}

/** The draft to save until the step is done. */
export function toDraft(entry: AgreementEntry): LeadDraft {
  const { checklist, installationDate } = entry;
  return {
    checklist,
    installationDate: installationDate === '' ? null : installationDate,
    location: addressOf(entry),
  };
}

/** Input of the command; includes the address only if required or changed. */
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
