import { type Insertable } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { cartTotal } from '#schemas/cart-rules.ts';
import { type DeliveryType, deliveryTypes } from '#schemas/delivery.ts';
import { ledgerBalance, type PointEvent, type Variation } from '#schemas/ledger.ts';
import {
  type CustomInput,
  isOrderInProgress,
  type OrderCustomer,
  type OrderLine,
  type OrderResponse,
  type OrderStatus,
  orderStatuses,
} from '#schemas/order.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { variantTitle } from '#schemas/shop-product.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type OrdersTable } from '../orders/order-tables.ts';
import { type LedgerTable } from '../points/ledger-row.ts';
import { thumbnailPath } from '../shop/product-row.ts';
import { type DemoAccount, demoAccounts } from './accounts.ts';
import { demoCompanies, type DemoCompanyKey } from './companies.ts';
import { type WithoutRev } from './history-rows.ts';
import {
  LAST_YEAR_PRODUCT,
  lastYearOrder,
  type OrderPlan,
  orderPlans,
  YEAR_AGO_DAYS,
} from './order-plans.ts';
import { demoUuid } from './seeded-random.ts';
import { demoPictureId } from './pictures.ts';
import { demoName, demoProductId, demoShop, buildDemoVariants } from './shop.ts';

const { pending, negative } = orderStatuses;

/** Time until an order is decided. */
const DECISION_DELAY_MS = 0.6 * DAY_MS;
/** First order number. The demo's numbers are below those of real orders, and each company has a hundred. */
const FIRST_NUMBER = 99_001;
const NUMBERS_PER_COMPANY = 100;
/** Cost of last year's order, as a fraction of the points that the company had at that time. */
const SPENT_FRACTION = 0.4;

/**
 * Builds a company's orders and their ledger entries. Both are empty if the company has no access to the shop (spec 2
 * §6).
 * @param earnings the company's other ledger entries
 * @param now milliseconds since 1970
 */
export function buildDemoOrders(
  company: DemoCompanyKey,
  earnings: readonly WithoutRev<LedgerTable>[],
  now: number,
) {
  const owner = Object.values<DemoAccount>(demoAccounts).find(
    (account) => account.company === company && isMainCompanyRole(account.role),
  );
  if (!owner) return { orders: [], ledger: [] };
  const plans = orderPlans[company] ?? [];
  const allPlans = [...plans, planLastYearOrder(owner, earnings, now)];
  const orders = allPlans.map((plan, index) =>
    buildOrder(owner, plan, allPlans.length - 1 - index, now),
  );
  return {
    orders: orders.map(({ row }) => row),
    ledger: orders.flatMap(({ entries }) => entries),
  };
}

function planLastYearOrder(
  { region }: DemoAccount,
  earnings: readonly WithoutRev<LedgerTable>[],
  now: number,
): OrderPlan {
  const earlierEarnings = earnings.filter(
    ({ created_at }) => Number(created_at) < now - YEAR_AGO_DAYS * DAY_MS,
  );
  const [variant] = buildDemoVariants(findProduct(LAST_YEAR_PRODUCT), region);
  return lastYearOrder(ledgerBalance(earlierEarnings) * SPENT_FRACTION, variant?.price ?? 1);
}

function buildOrder(owner: DemoAccount, plan: OrderPlan, position: number, now: number) {
  const { userId, company } = owner;
  const uuid = demoUuid(`order:${userId}:${position}`);
  const placedAt = now - plan.age * DAY_MS;
  const isOpen = plan.status === pending;
  const contents = plan.lines.map(([key, quantity, variant = 0]) =>
    buildLine(owner.region, { key, quantity, variant }, plan.inputData ?? null),
  );
  const points = cartTotal(contents);
  const { response: plannedResponse } = plan;
  const response: OrderResponse | null = plannedResponse
    ? {
        number: plannedResponse.number,
        password: plannedResponse.password,
        expiresAt:
          plannedResponse.validDays === null
            ? null
            : new Date(now + plannedResponse.validDays * DAY_MS).toISOString(),
      }
    : null;
  const row: WithoutRev<OrdersTable> = {
    uuid,
    company_id: demoCompanies[company].id,
    op_id: demoUuid(`order-edit:${uuid}`),
    created_at: new Date(placedAt),
    updated_at: new Date(isOpen ? placedAt : placedAt + DECISION_DELAY_MS),
    user_id: userId,
    number: String(
      FIRST_NUMBER + (demoCompanies[company].number - 1001) * NUMBERS_PER_COMPANY + position,
    ),
    type: findProduct(plan.lines[0]?.[0] ?? '').type,
    status: plan.status,
    points,
    delivery: plan.delivery,
    customer: toJsonb(buildCustomer(owner, plan.delivery)),
    contents: toJsonb(contents),
    reason: plan.reason ?? null,
    response: response === null ? null : toJsonb(response),
  };
  return { row, entries: buildLedgerEntries(row, { points, status: plan.status, placedAt }) };
}

function findProduct(key: string) {
  const product = demoShop.find((product) => product.key === key);
  if (!product) throw new Error(`The demo's shop has no ${key}.`);
  return product;
}

function buildLine(
  region: RegionCode,
  { key, quantity, variant }: { key: string; quantity: number; variant: number },
  inputData: CustomInput | null,
): OrderLine {
  const product = findProduct(key);
  const orderedVariant = buildDemoVariants(product, region)[variant];
  if (!orderedVariant) throw new Error(`${key} has no variant ${variant}.`);
  return {
    variantGuid: orderedVariant.uuid,
    product_uuid: demoProductId(region, key),
    name: demoName(product, region),
    title: variantTitle(orderedVariant),
    image: thumbnailPath([demoPictureId(product.key)]),
    price: orderedVariant.price,
    quantity,
    inputData,
  };
}

function buildCustomer(owner: DemoAccount, delivery: DeliveryType): OrderCustomer {
  const { name, surname, email, phone, region } = owner;
  const { name: company_name, address, city, postalCode } = demoCompanies[owner.company];
  const houseNumberIndex = address.lastIndexOf(' ');
  const contact = { name, surname, email, phone };
  const noAddress = { country: null, street: null, house_number: null, city: null };
  if (delivery === deliveryTypes.digital) {
    return { ...contact, ...noAddress, postal_code: null, company_name: null };
  }
  return {
    ...contact,
    country: region,
    street: address.slice(0, houseNumberIndex),
    house_number: address.slice(houseNumberIndex + 1),
    city,
    postal_code: postalCode,
    company_name: delivery === deliveryTypes.company ? company_name : null,
  };
}

/** Builds the ledger entries that an order has so far. */
function buildLedgerEntries(
  { uuid: order, company_id, user_id }: WithoutRev<OrdersTable>,
  { points, status, placedAt }: { points: number; status: OrderStatus; placedAt: number },
): WithoutRev<LedgerTable>[] {
  const entry = (
    event: PointEvent,
    variation: Variation,
    time: number,
  ): Omit<Insertable<LedgerTable>, 'rev'> => ({
    uuid: demoUuid(`ledger:${order}:${event}:${variation}`),
    company_id,
    op_id: demoUuid(`ledger-edit:${order}:${event}:${variation}`),
    created_at: new Date(time),
    updated_at: new Date(time),
    event,
    points,
    variation,
    project_uuid: null,
    order_uuid: order,
    created_by: user_id,
  });
  const reservationEntry = entry('order_reservation', 'reserved', placedAt);
  const decidedAt = placedAt + DECISION_DELAY_MS;
  if (isOrderInProgress(status)) return [reservationEntry];
  if (status === negative) return [reservationEntry, entry('order_reject', 'positive', decidedAt)];
  return [
    reservationEntry,
    entry('order_reservation', 'positive', decidedAt),
    entry('order_complete', 'negative', decidedAt),
  ];
}
