import { type ApiErrorCode } from '#schemas/api/errors.ts';
import { minimumOrder, cartTotal } from '#schemas/cart-rules.ts';
import {
  maxPerOrder,
  validateContactPhone,
  isAddressComplete,
  isPhoneRegionMismatch,
  cardOrderProblem,
} from '#schemas/checkout-rules.ts';
import { type VendorOrder } from '#schemas/order-submission.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { isCartProduct, type VendorType, isDelivered, productKindOf } from '#schemas/vendors.ts';
import { type LockedVariant } from '../shop/stock.ts';
import { type CheckoutCustomer } from '#schemas/checkout.ts';
import { type DeliveryType, deliveryTypes } from '#schemas/delivery.ts';
import { type OrderCustomer, type CustomInput } from '#schemas/order.ts';
import { ApiFailure } from '../http/failure.ts';
import { parsePhone } from '../registration/parse-phone.ts';
import { isIncomplete, findMaterialProblems, withDerivedFields } from '#schemas/marketing.ts';
import { preprintedRegionOf } from '#schemas/marketing-languages.ts';
import { type Transaction } from 'kysely';
import { hasUsableCard, isCardPending, requireActiveCard } from '../card/card-details.ts';
import { type Database } from '../db/tables.ts';
import { type Actor } from '../http/handler.ts';
import { countScansThisYear } from '../points/scan-counts.ts';

/**
 * One vendor's order with a price for each line. This is the price shown to the person or, if the request has none, the
 * current price.
 */
export interface PricedOrder {
  readonly type: VendorType;
  readonly order: readonly {
    readonly uuid: string;
    readonly quantity: number;
    readonly price: number;
  }[];
}

/** Fills in missing prices. Unknown variants get 0 and are rejected later. */
export function addMissingPrices(
  orders: readonly VendorOrder[],
  variants: ReadonlyMap<string, LockedVariant>,
): PricedOrder[] {
  return orders.map(({ type, order }) => ({
    type,
    order: order.map(({ uuid, quantity, price }) => {
      return { uuid, quantity, price: price ?? variants.get(uuid.toLowerCase())?.price ?? 0 };
    }),
  }));
}

interface Problem {
  readonly code: ApiErrorCode;
  readonly field: string;
}

/** Ordered lines and the available variants. */
interface LineCheck {
  readonly orders: readonly PricedOrder[];
  readonly variants: ReadonlyMap<string, LockedVariant>;
  readonly region: RegionCode;
  /** True for a cart, which doesn't accept every product type. */
  readonly isCart: boolean;
}

/** Returns each invalid line with its path in the body; empty if all of them are valid. */
export function findLineProblems({ orders, variants, region, isCart }: LineCheck): Problem[] {
  return orders.flatMap((order, orderIndex) => {
    const path = isCart ? `body.orders.${orderIndex}` : 'body';
    const problems = order.order.flatMap((line, index): Problem[] => {
      const code = findLineProblem(order, line, variants.get(line.uuid.toLowerCase()));
      return code === null ? [] : [{ code, field: `${path}.order.${index}` }];
    });
    if (isCart && !isCartProduct(order.type)) {
      problems.push({ code: 'product_unavailable', field: `${path}.type` });
    }
    if (cartTotal(order.order) < minimumOrder(order.type, region)) {
      problems.push({ code: 'minimum_not_reached', field: path });
    }
    return problems;
  });
}

function findLineProblem(
  { type, order }: PricedOrder,
  line: PricedOrder['order'][number],
  variant: LockedVariant | undefined,
): ApiErrorCode | null {
  if (!variant?.isForSale || variant.type !== type) return 'product_unavailable';
  if (variant.price !== line.price) return 'price_changed';
  const max = maxPerOrder(type);
  const exceedsMaximum = max !== null && (order.length > 1 || line.quantity > max);
  return line.quantity > variant.stock || exceedsMaximum ? 'out_of_stock' : null;
}

/** Default delivery: to the company if the customer names one, otherwise to the person. */
export function getDefaultDelivery({ company_name }: CheckoutCustomer): DeliveryType {
  return company_name === undefined ? deliveryTypes.personal : deliveryTypes.company;
}

/** Delivery of an order; digital for products that aren't shipped. */
export function getEffectiveDelivery(type: VendorType, requestedType: DeliveryType): DeliveryType {
  return isDelivered(type) ? requestedType : deliveryTypes.digital;
}

/**
 * Validates the customer and maps them to their stored form, without an address if nothing is
 * shipped.
 * Throws `invalid_phone`, `address_incomplete` or `phone_region_mismatch`.
 */
export function validateCustomer(
  customer: CheckoutCustomer,
  {
    type,
    requestedDelivery,
  }: { readonly type: VendorType; readonly requestedDelivery: DeliveryType },
  { hasTestDevices }: { readonly hasTestDevices: boolean },
): OrderCustomer {
  const phone = validateContactPhone(customer, parsePhone, { hasTestDevices });
  if (!phone.ok) throw new ApiFailure('invalid_phone', { field: 'body.customer.phone_number' });
  const { name, surname, email = null } = customer;
  const contact = { name, surname, email, phone: phone.phone };
  const delivery = getEffectiveDelivery(type, requestedDelivery);
  if (!isDelivered(type)) return { ...contact, ...NO_ADDRESS };
  if (delivery === deliveryTypes.digital || !isAddressComplete(customer, delivery)) {
    throw new ApiFailure('address_incomplete', { field: 'body.customer' });
  }
  if (isPhoneRegionMismatch(customer, delivery)) {
    throw new ApiFailure('phone_region_mismatch', { field: 'body.customer.phone_region' });
  }
  const { country, street, house_number, city, postal_code, company_name } = customer;
  return {
    ...contact,
    country: country ?? null,
    street: street ?? null,
    house_number: house_number ?? null,
    city: city ?? null,
    postal_code: postal_code ?? null,
    company_name: delivery === deliveryTypes.company ? (company_name ?? null) : null,
  };
}

const NO_ADDRESS = {
  country: null,
  street: null,
  house_number: null,
  city: null,
  postal_code: null,
  company_name: null,
};

/**
 * Validates the input for a custom product, and adds the values that follow from its type, region and logo. Throws
 * `material_incomplete` and `material_invalid` with the field. Throws `product_unavailable` if the order has another
 * line, or if the material isn't available in the country's language.
 * @returns null for other products
 */
export function validateMaterial(
  { type, order }: PricedOrder,
  data: CustomInput | undefined,
  {
    variants,
    region,
  }: { readonly variants: ReadonlyMap<string, LockedVariant>; readonly region: RegionCode },
): CustomInput | null {
  if (productKindOf(type) !== 'custom') return null;
  const [line, otherLine] = order;
  const material = line && variants.get(line.uuid.toLowerCase())?.marketing;
  // Older products without a known material can't be produced, nor can material without texts in
  // the country's language.
  if (!material || otherLine || preprintedRegionOf(region) === null) {
    throw new ApiFailure('product_unavailable', { field: `body.order.${otherLine ? 1 : 0}` });
  }
  const input = data ?? {};
  const problems = findMaterialProblems(material, input, { region });
  if (problems.length > 0) {
    throw ApiFailure.of(
      problems.map((problem) => ({
        code: isIncomplete(problem) ? 'material_incomplete' : 'material_invalid',
        field: `body.data.${problem.field}`,
      })),
    );
  }
  return withDerivedFields(material, input, { region });
}

/**
 * Checks that the company may order a club card or top-up; doesn't check other products. The company must be locked.
 * Throws `product_unavailable` if the company isn't eligible; for a card `card_registered`, `card_pending` and
 * `too_few_windows` (spec 2 §5); for a top-up `card_inactive` (spec 2 §4).
 * @param now milliseconds since 1970
 */
export async function checkCardOrder(
  trx: Transaction<Database>,
  type: VendorType,
  { companyId, region }: Pick<Actor, 'companyId' | 'region'>,
  now: number,
): Promise<void> {
  const kind = productKindOf(type);
  if (kind !== 'card' && kind !== 'top-up') return;
  const company = await trx
    .selectFrom('companies')
    .select('has_edenred_card')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (!company.has_edenred_card)
    throw new ApiFailure('product_unavailable', { field: 'body.type' });
  if (kind === 'top-up') return requireActiveCard(trx, companyId);
  const problem = cardOrderProblem({
    hasCard: await hasUsableCard(trx, companyId),
    windowsThisYear: (await countScansThisYear(trx, { companyId, region }, now)).windows,
    isPending: await isCardPending(trx, companyId),
  });
  if (problem !== null) throw new ApiFailure(problem);
}
