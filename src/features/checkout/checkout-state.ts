/** Checkout state saved on this device until the order is placed (spec 1 §3, "Local stores"). */
import * as v from 'valibot';
import { quantity } from '#schemas/cart.ts';
import { checkoutDraft, type CheckoutDraft } from '#schemas/checkout.ts';
import { deliveryType, type DeliveryType, deliveryTypes } from '#schemas/delivery.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import { customInput, order } from '#schemas/order.ts';
import { text, uuid } from '#schemas/primitives.ts';
import { type RegionCode, regions } from '#schemas/regions.ts';
import { readSaved } from '#src/data/drafts/saved-draft.ts';
import { type AppLink, paths } from '#src/app/paths.ts';
import { splitStreetLine } from '#src/features/_shared/address/address-choices.ts';

const contactDraft = v.pick(checkoutDraft, [
  'name',
  'surname',
  'phone_region',
  'phone_number',
  'email',
]);
type ContactDraft = v.InferOutput<typeof contactDraft>;
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
  /** Configuration of marketing material. */
  data: v.optional(customInput),
});
/** A product ordered directly. */
export type DirectProduct = v.InferOutput<typeof directProduct>;

const checkoutState = v.object({
  /** Null until selected; until then, the first available delivery type is used. */
  delivery: v.nullable(deliveryType),
  /** Null until changed; until then, the profile's contact and the company's address are used. */
  contact: v.nullable(contactDraft),
  companyAddress: v.nullable(addressDraft),
  personalAddress: v.nullable(addressDraft),
  /** Null if the cart is ordered. */
  direct: v.nullable(directProduct),
  /** Error code of the last rejection. */
  refused: v.nullable(text(60)),
  /** The placed orders, kept until the next checkout starts. */
  thanks: v.nullable(
    v.object({
      orders: v.array(v.object({ uuid, number: order.entries.number })),
      points: v.pipe(v.number(), v.integer()),
    }),
  ),
});
export type CheckoutState = v.InferOutput<typeof checkoutState>;

const emptyState: CheckoutState = {
  delivery: null,
  contact: null,
  companyAddress: null,
  personalAddress: null,
  direct: null,
  refused: null,
  thanks: null,
};

/** Keys that start with `draft:` and the user id are deleted at sign-out. */
const keyOf = (userId: string) => `draft:${userId}:checkout`;

/** Reads the state; empty if invalid. */
export function readCheckout(store: Pick<Storage, 'getItem'>, userId: string): CheckoutState {
  return readSaved(store, keyOf(userId), checkoutState) ?? emptyState;
}

export function saveCheckout(
  store: Pick<Storage, 'setItem'>,
  userId: string,
  state: CheckoutState,
): void {
  try {
    store.setItem(keyOf(userId), JSON.stringify(state));
  } catch {
    // If the storage is full, the changes are lost when the user leaves the screen.
  }
}

/** Link to the screen where the product was ordered, for the back button and for fixing a rejection. */
export function directProductLink({ product_uuid, data }: DirectProduct): AppLink {
  return data?.type === undefined ? paths.shopProduct(product_uuid) : paths.material(data.type);
}

/** Source of the proposed contact and address. */
export interface Customer {
  readonly self: InstallerUser | undefined;
  /** The account's country. */
  readonly region: RegionCode;
}

/** The user's contact from their profile, with the phone in national format. */
export function profileContact({ self, region }: Customer): ContactDraft {
  const country = regions.find(({ dialCode }) => self?.phone?.startsWith(dialCode));
  return {
    name: self?.name ?? '',
    surname: self?.surname ?? '',
    phone_region: country?.code ?? region,
    phone_number: self?.phone?.slice(country?.dialCode.length ?? 0) ?? '',
    email: self?.email ?? '',
  };
}

/** The company's address from its profile. */
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

/** An empty address in a region. */
function emptyAddress(region: RegionCode): AddressDraft {
  return {
    company_name: '',
    street: '',
    house_number: '',
    city: '',
    postal_code: '',
    country: region,
  };
}

/** The checkout, completed with proposed values. */
export function filledDraft(
  state: CheckoutState,
  delivery: DeliveryType,
  customer: Customer,
): CheckoutDraft {
  const contact = state.contact ?? profileContact(customer);
  const address =
    delivery === deliveryTypes.company
      ? (state.companyAddress ?? companyAddress(customer))
      : (state.personalAddress ?? emptyAddress(customer.region));
  return { delivery, ...contact, ...address };
}
