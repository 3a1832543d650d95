import { type DeliveryType, deliveryTypes } from '#schemas/delivery.ts';
import {
  type CustomInput,
  type OrderResponse,
  type OrderStatus,
  orderStatuses,
} from '#schemas/order.ts';
import { type DemoCompanyKey } from './companies.ts';
import { demoUuid } from './seeded-random.ts';

const { pending, approved, positive, negative, failed } = orderStatuses;

export interface OrderPlan {
  readonly status: OrderStatus;
  /** Age in days. */
  readonly age: number;
  /** Product key, quantity and variant index (default 0). */
  readonly lines: readonly (readonly [key: string, quantity: number, variantIndex?: number])[];
  readonly delivery: DeliveryType;
  /** The vendor's response; `validDays` is its validity in days from today. */
  readonly response?: Omit<OrderResponse, 'expiresAt'> & { readonly validDays: number | null };
  readonly inputData?: CustomInput;
  /** The operator's reason for rejection or delay. */
  readonly reason?: string;
}

/** The logo used for a banner order. */
export const demoLogo = { uuid: demoUuid('order-file:nowak'), name: 'logo.png' };

/** Orders in every status and of every kind, newest first. */
const ordersOfEveryKind: readonly OrderPlan[] = [
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
  {
    status: failed,
    age: 5,
    lines: [['top-up-50', 1]],
    delivery: deliveryTypes.digital,
    reason: 'Wydawca karty ma przerwę techniczną.',
  },
  { status: failed, age: 6, lines: [['gift-mall', 1]], delivery: deliveryTypes.digital },
  {
    status: positive,
    age: 20,
    lines: [['fuel', 1, 1]],
    delivery: deliveryTypes.digital,
    response: { number: '4921-7730-1185', password: '7406', validDays: 12 },
  },
  {
    status: negative,
    age: 33,
    lines: [['top-up-200', 1]],
    delivery: deliveryTypes.digital,
    reason: 'Przekroczony miesięczny limit doładowań karty.',
  },
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
  {
    status: negative,
    age: 60,
    lines: [['flashing-kit', 2]],
    delivery: deliveryTypes.company,
    reason: 'Tego zestawu nie ma już u dostawcy.',
  },
  {
    status: positive,
    age: 75,
    lines: [['lunch', 1]],
    delivery: deliveryTypes.digital,
    response: { number: 'LUNCH-88213', password: null, validDays: -10 },
  },
  { status: positive, age: 85, lines: [['top-up-50', 1]], delivery: deliveryTypes.digital },
  { status: positive, age: 92, lines: [['top-up-100', 1]], delivery: deliveryTypes.digital },
  { status: positive, age: 100, lines: [['club-card', 1]], delivery: deliveryTypes.company },
];

/**
 * Creates an order for a club card.
 * @param age in days
 */
const cardOrder = (age: number): OrderPlan => ({
  status: positive,
  age,
  delivery: deliveryTypes.company,
  lines: [['club-card', 1]],
});

/** Orders of each company, newest first. An order from last year is planned separately by `lastYearOrder`. */
export const orderPlans: Readonly<Partial<Record<DemoCompanyKey, readonly OrderPlan[]>>> = {
  nowak: ordersOfEveryKind,
  dvorak: [],
  ionescu: [cardOrder(30)],
  bondar: [cardOrder(12)],
};

/** Creates an order from a year ago with at least one item, and as many as a budget in points allows. */
export function lastYearOrder(budget: number, price: number): OrderPlan {
  return {
    status: positive,
    age: YEAR_AGO_DAYS,
    delivery: deliveryTypes.company,
    lines: [[LAST_YEAR_PRODUCT, Math.max(1, Math.floor(budget / price))]],
  };
}
/** Age of last year's order, in days. */
export const YEAR_AGO_DAYS = 365;
export const LAST_YEAR_PRODUCT = 'insulation-collar';
