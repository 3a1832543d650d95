import * as v from 'valibot';
import {
  addressForm,
  type CheckoutCustomer,
  type CheckoutDraft,
  companyAddressForm,
  contactForm,
  DIGITAL_STREET,
} from './checkout.ts';
import { type DeliveryType, deliveryTypes } from './delivery.ts';
import {
  type PhoneResult,
  validatePhone,
  isTestPhone,
  type ParsePhone,
  stripPhone,
} from './phone.ts';
import type { RegionCode } from './regions.ts';
import { isDelivered, productKindOf, type VendorType } from './vendors.ts';

/** A card is ordered from so many scanned windows of this year on (spec 2 §5, §9). */
export const MIN_WINDOWS_FOR_CARD = 10;

/** What has to be known of an address to judge it. */
type Address = Partial<
  Pick<
    CheckoutCustomer,
    'street' | 'house_number' | 'city' | 'postal_code' | 'country' | 'company_name'
  >
>;

/**
 * Whether somebody could bring something there (spec 2 §5): street, house number, city, postal code and
 * country, and the company's name where it goes to the company. What is not delivered needs no address.
 */
export function isAddressComplete(address: Address, delivery: DeliveryType): boolean {
  if (delivery === deliveryTypes.digital) return true;
  return v.is(delivery === deliveryTypes.company ? companyAddressForm : addressForm, address);
}

/** Whether the phone is of another country than the address, where there is one (spec 2 §5). */
export function isPhoneRegionMismatch(
  { phone_region, country }: { phone_region: RegionCode; country?: RegionCode | undefined },
  delivery: DeliveryType,
): boolean {
  return delivery !== deliveryTypes.digital && country !== undefined && country !== phone_region;
}

/**
 * Judges the phone of a contact by its country (spec 2 §5).
 * @param options `hasTestDevices`: whether the test pattern is a phone here; only where a server is
 *   configured so
 * @returns the number in international form, or what is wrong with it
 */
export function validateContactPhone(
  { phone_region, phone_number }: Pick<CheckoutCustomer, 'phone_region' | 'phone_number'>,
  parse: ParsePhone,
  { hasTestDevices }: { readonly hasTestDevices: boolean },
): PhoneResult {
  if (hasTestDevices && isTestPhone(phone_number)) {
    return { ok: true, phone: stripPhone(phone_number) };
  }
  return validatePhone(phone_number, phone_region, parse);
}

/** Why a checkout can't go on to its summary, or an order is not taken as it was sent. */
export type CheckoutProblem = 'contact_incomplete' | 'address_incomplete' | 'phone_region_mismatch';

/** What is still wrong with a checkout's draft, in the order it is asked for; the phone is judged apart. */
export function validateCheckout(draft: CheckoutDraft): CheckoutProblem[] {
  const { delivery } = draft;
  const problems: CheckoutProblem[] = [];
  if (!v.is(contactForm, draft)) problems.push('contact_incomplete');
  if (!isAddressComplete(draft, delivery)) problems.push('address_incomplete');
  if (isPhoneRegionMismatch(draft, delivery)) problems.push('phone_region_mismatch');
  return problems;
}

/** How the products of a vendor may be delivered: the first is the one that is proposed. */
export function deliveryOptions(type: VendorType): readonly DeliveryType[] {
  return isDelivered(type)
    ? [deliveryTypes.company, deliveryTypes.personal]
    : [deliveryTypes.digital];
}

/**
 * The customer as the draft says it: without what is empty and without what the delivery does not need;
 * a direct digital order has the placeholder for its street (spec 2 §5).
 */
export function toCheckoutCustomer(draft: CheckoutDraft): CheckoutCustomer {
  const { delivery, name, surname, phone_region, phone_number, email } = draft;
  const { company_name, street, house_number, city, postal_code, country } = draft;
  const contact = { name, surname, phone_region, phone_number, ...(email !== '' && { email }) };
  if (delivery === deliveryTypes.digital) return { ...contact, street: DIGITAL_STREET };
  const address = { street, house_number, city, postal_code, country };
  const isCompany = delivery === deliveryTypes.company;
  return { ...contact, ...address, ...(isCompany && { company_name }) };
}

/** What decides about an order of the club card. */
export interface CardEligibility {
  /** Whether the company has registered a card that is active or still to be activated. */
  readonly hasCard: boolean;
  /** `scans.windows` of the points summary; undefined where that is not known: the server decides then. */
  readonly windowsThisYear: number | undefined;
  /** Whether a card is ordered that has not come. */
  readonly isPending: boolean;
}

export type CardBlock = 'card_registered' | 'card_pending' | 'card_windows_needed';

/** Why a card can't be ordered (spec 2 §5): the company has one, one is on its way, or too few windows this year. */
export function cardBlock({
  hasCard,
  windowsThisYear,
  isPending,
}: CardEligibility): CardBlock | null {
  if (hasCard) return 'card_registered';
  if (isPending) return 'card_pending';
  return (windowsThisYear ?? MIN_WINDOWS_FOR_CARD) < MIN_WINDOWS_FOR_CARD
    ? 'card_windows_needed'
    : null;
}

/**
 * How many of a product may be ordered by itself at once: of a card and a top-up one, and of a voucher, since
 * an order has one number, one password and one day until which they are good (spec 2 §3).
 */
export function maxPerOrder(type: VendorType): number | null {
  const kind = productKindOf(type);
  return kind === 'card' || kind === 'top-up' || kind === 'digital' ? 1 : null;
}
