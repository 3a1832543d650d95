import { type Insertable } from 'kysely';
import { totalOf } from '#schemas/cart-rules.ts';
import { type DeliveryType, deliveryTypes } from '#schemas/delivery.ts';
import type { PointEvent, Variation } from '#schemas/ledger.ts';
import {
  type CustomInput,
  isOrderInProgress,
  type OrderCustomer,
  type OrderLine,
  type OrderResponse,
  type OrderStatus,
  orderStatuses,
} from '#schemas/order.ts';
import { variantTitle } from '#schemas/shop-product.ts';
import { asJsonb } from '../db/as-jsonb.ts';
import { type OrdersTable } from '../orders/order-tables.ts';
import { type LedgerTable } from '../points/ledger-tables.ts';
import { thumbnailOf } from '../shop/product-row.ts';
import { demoAccounts } from './accounts.ts';
import { demoCompanies, type DemoCompanyKey } from './companies.ts';
import { DAY, type Unnumbered } from './history-base.ts';
import { demoUuid } from './seeded-random.ts';
import { demoPictureId } from './pictures.ts';
import { demoName, demoProductId, demoShop, demoVariants } from './shop.ts';

const { pending, approved, positive, negative, failed } = orderStatuses;

interface OrderPlan {
  readonly status: OrderStatus;
  /** In days. */
  readonly age: number;
  /** How many of which product, by its key; the first variant, unless another place is named. */
  readonly lines: readonly (readonly [key: string, quantity: number, place?: number])[];
  readonly delivery: DeliveryType;
  /** What the vendor has answered; `good` in days from today. */
  readonly answer?: Omit<OrderResponse, 'expiresAt'> & { readonly good: number | null };
  readonly inputData?: CustomInput;
}

/** The file that the demo's banner was ordered with. */
export const demoLogo = { uuid: demoUuid('order-file:nowak'), name: 'logo.png' };

/** An order in each status and of each kind, newest first. */
const plans: readonly OrderPlan[] = [
  {
    status: pending,
    age: 1,
    lines: [
      ['rain-jacket', 1, 2],
      ['gloves', 2, 1],
    ],
    delivery: deliveryTypes.company,
  },
  { status: pending, age: 2, lines: [['top-up-50', 1]], delivery: deliveryTypes.digital },
  {
    status: approved,
    age: 3,
    lines: [['banner', 1]],
    delivery: deliveryTypes.company,
    inputData: {
      type: 'banner',
      coverImage: 2,
      language: 'pl',
      brandLogo: 'default',
      companyName: 'Dachy Nowak',
      addressLine1: 'ul. Ciesielska 14',
      addressLine2: '31-408 Kraków',
      link: 'https://dachy-nowak.example',
      phone: '+48 501 234 567',
      shortDescription: 'Okna dachowe: montaż i serwis',
      logo: demoLogo,
    },
  },
  { status: failed, age: 5, lines: [['top-up-50', 1]], delivery: deliveryTypes.digital },
  { status: failed, age: 6, lines: [['gift-mall', 1]], delivery: deliveryTypes.digital },
  {
    status: positive,
    age: 20,
    lines: [['fuel', 1, 1]],
    delivery: deliveryTypes.digital,
    answer: { number: '4921-7730-1185', password: '7406', good: 12 },
  },
  { status: negative, age: 33, lines: [['top-up-200', 1]], delivery: deliveryTypes.digital },
  { status: positive, age: 40, lines: [['top-up-100', 1]], delivery: deliveryTypes.digital },
  {
    status: positive,
    age: 45,
    lines: [
      ['roofing-hammer', 2],
      ['winter-gloves', 4],
    ],
    delivery: deliveryTypes.personal,
  },
  { status: negative, age: 60, lines: [['flashing-kit', 2]], delivery: deliveryTypes.company },
  {
    status: positive,
    age: 75,
    lines: [['lunch', 1]],
    delivery: deliveryTypes.digital,
    answer: { number: 'LUNCH-88213', password: null, good: -10 },
  },
  { status: positive, age: 85, lines: [['top-up-50', 1]], delivery: deliveryTypes.digital },
  { status: positive, age: 92, lines: [['top-up-100', 1]], delivery: deliveryTypes.digital },
  { status: positive, age: 100, lines: [['club-card', 1]], delivery: deliveryTypes.company },
];

/** How long an order takes until it is decided. */
const DECIDED_AFTER = 0.6 * DAY;
/** The numbers of real orders begin above these. */
const FIRST_NUMBER = 99_001;

/** What the Polish company has ordered, with what its points went through. @param now milliseconds since 1970 */
export function demoOrders(company: DemoCompanyKey, now: number) {
  if (company !== demoAccounts.polishOwner.company) return { orders: [], bookings: [] };
  const made = plans.map((plan, at) => orderOf(plan, plans.length - at, now));
  return {
    orders: made.map(({ row }) => row),
    bookings: made.flatMap(({ bookings }) => bookings),
  };
}

function orderOf(plan: OrderPlan, place: number, now: number) {
  const { userId, company } = demoAccounts.polishOwner;
  const uuid = demoUuid(`order:${userId}:${place}`);
  const placed = now - plan.age * DAY;
  const isOpen = plan.status === pending;
  const contents = plan.lines.map(([key, quantity, variant = 0]) =>
    lineOf({ key, quantity, variant }, plan.inputData ?? null),
  );
  const points = totalOf(contents);
  const { answer } = plan;
  const response: OrderResponse | null = answer
    ? {
        number: answer.number,
        password: answer.password,
        expiresAt: answer.good === null ? null : new Date(now + answer.good * DAY).toISOString(),
      }
    : null;
  const row: Unnumbered<OrdersTable> = {
    uuid,
    company_id: demoCompanies[company].id,
    op_id: demoUuid(`order-edit:${uuid}`),
    created_at: new Date(placed),
    updated_at: new Date(isOpen ? placed : placed + DECIDED_AFTER),
    user_id: userId,
    number: String(FIRST_NUMBER + place),
    type: productOf(plan.lines[0]?.[0] ?? '').type,
    status: plan.status,
    points,
    delivery: plan.delivery,
    customer: asJsonb(customerOf(plan.delivery)),
    contents: asJsonb(contents),
    response: response === null ? null : asJsonb(response),
  };
  return { row, bookings: bookingsOf(uuid, { points, status: plan.status, placed }) };
}

function productOf(key: string) {
  const product = demoShop.find((one) => one.key === key);
  if (!product) throw new Error(`The demo's shop has no ${key}.`);
  return product;
}

function lineOf(
  { key, quantity, variant }: { key: string; quantity: number; variant: number },
  inputData: CustomInput | null,
): OrderLine {
  const { region } = demoAccounts.polishOwner;
  const product = productOf(key);
  const ordered = demoVariants(product, region)[variant];
  if (!ordered) throw new Error(`${key} has no variant ${variant}.`);
  return {
    variantGuid: ordered.uuid,
    product_uuid: demoProductId(region, key),
    name: demoName(product, region),
    title: variantTitle(ordered),
    image: thumbnailOf([demoPictureId(product.key)]),
    price: ordered.price,
    quantity,
    inputData,
  };
}

function customerOf(delivery: DeliveryType): OrderCustomer {
  const { name, surname, email, phone, company } = demoAccounts.polishOwner;
  const { name: company_name, city, postalCode } = demoCompanies[company];
  const contact = { name, surname, email, phone };
  const nowhere = { country: null, street: null, house_number: null, city: null };
  if (delivery === deliveryTypes.digital) {
    return { ...contact, ...nowhere, postal_code: null, company_name: null };
  }
  return {
    ...contact,
    country: 'PL',
    street: 'ul. Ciesielska',
    house_number: '14',
    city,
    postal_code: postalCode,
    company_name: delivery === deliveryTypes.company ? company_name : null,
  };
}

/** What the points of an order went through until now. */
function bookingsOf(
  order: string,
  { points, status, placed }: { points: number; status: OrderStatus; placed: number },
): Unnumbered<LedgerTable>[] {
  const entry = (
    event: PointEvent,
    variation: Variation,
    time: number,
  ): Omit<Insertable<LedgerTable>, 'rev'> => ({
    uuid: demoUuid(`ledger:${order}:${event}:${variation}`),
    company_id: demoCompanies[demoAccounts.polishOwner.company].id,
    op_id: demoUuid(`ledger-edit:${order}:${event}:${variation}`),
    created_at: new Date(time),
    updated_at: new Date(time),
    event,
    points,
    variation,
    project_uuid: null,
    order_uuid: order,
  });
  const reserved = entry('order_reservation', 'reserved', placed);
  const decided = placed + DECIDED_AFTER;
  if (isOrderInProgress(status)) return [reserved];
  if (status === negative) return [reserved, entry('order_reject', 'positive', decided)];
  return [
    reserved,
    entry('order_reservation', 'positive', decided),
    entry('order_complete', 'negative', decided),
  ];
}
