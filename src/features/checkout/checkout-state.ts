/** What of a checkout is kept on this device until it is done (spec 1 §3, "Local stores"). */
import * as v from 'valibot';
import { quantity } from '#schemas/cart.ts';
import { checkoutDraft, type CheckoutDraft } from '#schemas/checkout.ts';
import { deliveryType, type DeliveryType, deliveryTypes } from '#schemas/delivery.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import { customInput, order } from '#schemas/order.ts';
import { text, uuid } from '#schemas/primitives.ts';
import { type RegionCode, regions } from '#schemas/regions.ts';
import { readSaved } from '#src/data/drafts/saved-draft.ts';
import { paths } from '#src/app/paths.ts';
import { splitStreetLine } from '#src/features/_shared/address/address-choices.ts';

const contactDraft = v.pick(checkoutDraft, [
  'name',
  'surname',
  'phone_region',
  'phone_number',
  'email',
]);
export type ContactDraft = v.InferOutput<typeof contactDraft>;
const addressDraft = v.pick(checkoutDraft, [
  'company_name',
  'street',
  'house_number',
  'city',
  'postal_code',
  'country',
]);
export type AddressDraft = v.InferOutput<typeof addressDraft>;

const directProduct = v.object({
  product_uuid: uuid,
  variant_uuid: uuid,
  quantity,
  /** What marketing material is made with. */
  data: v.optional(customInput),
});
/** What is ordered by itself. */
export type DirectProduct = v.InferOutput<typeof directProduct>;

const checkoutState = v.object({
  /** Null until the person has chosen: then the first of those that there are. */
  delivery: v.nullable(deliveryType),
  /** Null until they are changed: then they are the person's, and the company's, own. */
  contact: v.nullable(contactDraft),
  companyAddress: v.nullable(addressDraft),
  personalAddress: v.nullable(addressDraft),
  /** Null where the cart is what is ordered. */
  direct: v.nullable(directProduct),
  /** The code by which the server refused the last try. */
  refused: v.nullable(text(60)),
  /** What was ordered, until the next checkout begins. */
  thanks: v.nullable(
    v.object({
      orders: v.array(v.object({ uuid, number: order.entries.number })),
      points: v.pipe(v.number(), v.integer()),
    }),
  ),
});
export type CheckoutState = v.InferOutput<typeof checkoutState>;

const nothing: CheckoutState = {
  delivery: null,
  contact: null,
  companyAddress: null,
  personalAddress: null,
  direct: null,
  refused: null,
  thanks: null,
};

/** By its name it goes with the account when somebody signs out. */
const keyOf = (userId: string) => `draft:${userId}:checkout`;

/** What was kept; nothing where that can't be read. */
export function readCheckout(store: Pick<Storage, 'getItem'>, userId: string): CheckoutState {
  return readSaved(store, keyOf(userId), checkoutState) ?? nothing;
}

export function saveCheckout(
  store: Pick<Storage, 'setItem'>,
  userId: string,
  state: CheckoutState,
): void {
  try {
    store.setItem(keyOf(userId), JSON.stringify(state));
  } catch {
    // A full store loses only what a reload would want to know.
  }
}

/** The screen that it was ordered from: the way back, also to what the server would not take. */
export function directProductPath({ product_uuid, data }: DirectProduct): string {
  return data?.type === undefined ? paths.shopProduct(product_uuid) : paths.material(data.type);
}

/** Whose contact and address are proposed. */
export interface Customer {
  readonly self: InstallerUser | undefined;
  /** The account's country. */
  readonly region: RegionCode;
}

/** The person, as their profile has them. The phone stands in the form of its country. */
export function ownContact({ self, region }: Customer): ContactDraft {
  const country = regions.find(({ dialCode }) => self?.phone?.startsWith(dialCode));
  return {
    name: self?.name ?? '',
    surname: self?.surname ?? '',
    phone_region: country?.code ?? region,
    phone_number: self?.phone?.slice(country?.dialCode.length ?? 0) ?? '',
    email: self?.email ?? '',
  };
}

/** Where the company is, as its profile has it. */
function companyAddress({ self, region }: Customer): AddressDraft {
  const company = self?.company;
  const { street_name, house_number } = splitStreetLine(company?.address ?? '');
  return {
    company_name: company?.name ?? '',
    street: street_name.slice(0, 160),
    house_number: house_number.slice(0, 20),
    city: company?.city ?? '',
    postal_code: company?.postal_code ?? '',
    country: regions.find(({ id }) => id === company?.regions_id)?.code ?? region,
  };
}

/** An address that nobody knows yet. */
function noAddress(region: RegionCode): AddressDraft {
  return {
    company_name: '',
    street: '',
    house_number: '',
    city: '',
    postal_code: '',
    country: region,
  };
}

/** What stands in the checkout, with what is proposed where nothing was entered. */
export function filledDraft(
  state: CheckoutState,
  delivery: DeliveryType,
  customer: Customer,
): CheckoutDraft {
  const contact = state.contact ?? ownContact(customer);
  const address =
    delivery === deliveryTypes.company
      ? (state.companyAddress ?? companyAddress(customer))
      : (state.personalAddress ?? noAddress(customer.region));
  return { delivery, ...contact, ...address };
}
