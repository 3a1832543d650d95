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

/** Number of windows that must be scanned this year before ordering a card (spec 2 §5, §9). */
export const MIN_WINDOWS_FOR_CARD = 10;

/** Address fields that the rules check. */
type Address = Partial<
  Pick<
    CheckoutCustomer,
    'street' | 'house_number' | 'city' | 'postal_code' | 'country' | 'company_name'
  >
>;

/**
 * True if the address is complete enough to deliver to (spec 2 §5): street, house number, city, postal code and
 * country, plus the company's name for company delivery. Digital products need no address.
 */
export function isAddressComplete(address: Address, delivery: DeliveryType): boolean {
  if (delivery === deliveryTypes.digital) return true;
  return v.is(delivery === deliveryTypes.company ? companyAddressForm : addressForm, address);
}

/** True if the phone number and the delivery address are from different countries (spec 2 §5). */
export function isPhoneRegionMismatch(
  { phone_region, country }: { phone_region: RegionCode; country?: RegionCode | undefined },
  delivery: DeliveryType,
): boolean {
  return delivery !== deliveryTypes.digital && country !== undefined && country !== phone_region;
}

/**
 * Validates a contact's phone number for its country (spec 2 §5).
 * @param options `hasTestDevices` is true if the server has test phones, whose numbers are then accepted
 * @returns the number in international form, or the problem
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

/** Reasons why a checkout can't continue to the summary, or why the server rejects the order. */
export type CheckoutProblem = 'contact_incomplete' | 'address_incomplete' | 'phone_region_mismatch';

/** Problems with a checkout draft, in form order. The phone number is validated separately. */
export function validateCheckout(draft: CheckoutDraft): CheckoutProblem[] {
  const { delivery } = draft;
  const problems: CheckoutProblem[] = [];
  if (!v.is(contactForm, draft)) problems.push('contact_incomplete');
  if (!isAddressComplete(draft, delivery)) problems.push('address_incomplete');
  if (isPhoneRegionMismatch(draft, delivery)) problems.push('phone_region_mismatch');
  return problems;
}

/** Delivery types that a vendor offers; the first is the default. */
export function deliveryOptions(type: VendorType): readonly DeliveryType[] {
  return isDelivered(type)
    ? [deliveryTypes.company, deliveryTypes.personal]
    : [deliveryTypes.digital];
}

/**
 * Builds the order's customer from the draft, leaving out empty fields and those that the delivery doesn't
 * need. A digital order gets the placeholder street (spec 2 §5).
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

/** Facts that decide whether a club card can be ordered. */
export interface CardEligibility {
  /** True if the company has a registered card that is active or waiting for activation. */
  readonly hasCard: boolean;
  /** `scans.windows` of the points summary; undefined if unknown, in which case the server decides. */
  readonly windowsThisYear: number | undefined;
  /** True if a card has been ordered but hasn't arrived. */
  readonly isPending: boolean;
}

export type CardOrderProblem = 'card_registered' | 'card_pending' | 'too_few_windows';

/**
 * Reason why a card can't be ordered (spec 2 §5): the company has one, one is on its way, or too few windows were
 * scanned this year. Null if a card can be ordered.
 */
export function cardOrderProblem({
  hasCard,
  windowsThisYear,
  isPending,
}: CardEligibility): CardOrderProblem | null {
  if (hasCard) return 'card_registered';
  if (isPending) return 'card_pending';
  return (windowsThisYear ?? MIN_WINDOWS_FOR_CARD) < MIN_WINDOWS_FOR_CARD
    ? 'too_few_windows'
    : null;
}

/**
 * Maximum quantity in one order; null if unlimited. Cards and top-ups are limited to one. So are vouchers, because an
 * order has one number, one password and one expiry date (spec 2 §3).
 */
export function maxPerOrder(type: VendorType): number | null {
  const kind = productKindOf(type);
  return kind === 'card' || kind === 'top-up' || kind === 'digital' ? 1 : null;
}
