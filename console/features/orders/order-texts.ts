import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ResultOf } from '#schemas/api/call.ts';
import type { orderCalls } from '#schemas/operator/order-calls.ts';
import type { orderKinds, orderStates } from '#schemas/operator/order-kinds.ts';
import { type VendorType, vendorName } from '#schemas/vendors.ts';
import type { Tone } from '#src/ui/feedback/badge.tsx';

/** An order as listed. `OrderRecord` is the order with all its details. */
export type ListedOrder = ResultOf<typeof orderCalls.listOrders>['data'][number];
export type OrderRecord = ResultOf<typeof orderCalls.readOrder>;
type OrderState = (typeof orderStates)[number];
type OrderKind = (typeof orderKinds)[number];

const states = {
  pending: msg`New`,
  approved: msg`In progress`,
  failed: msg`Problem reported`,
  positive: msg`Completed`,
  negative: msg({ message: 'Rejected', context: 'order' }),
} as const;
const tones = {
  pending: 'info',
  approved: 'neutral',
  failed: 'warn',
  positive: 'good',
  negative: 'bad',
} as const satisfies Record<OrderState, Tone>;
const kinds = {
  physical: msg`Goods`,
  digital: msg`Vouchers`,
  card: msg`Cards`,
  'top-up': msg`Top-ups`,
  custom: msg`Marketing material`,
} as const;

export const stateText = (i18n: I18n, state: OrderState): string => i18n._(states[state]);
export const stateTone = (state: OrderState): Tone => tones[state];
export const kindText = (i18n: I18n, kind: OrderKind): string => i18n._(kinds[kind]);

/** Returns the name of a vendor, or a text for the manufacturer's own goods. */
export const vendorText = (i18n: I18n, type: VendorType): string =>
  vendorName(type) ?? i18n._(msg`Own goods`);

/** Formats items as "Gloves × 2, Hammer". */
export const goodsText = (goods: ListedOrder['goods']): string =>
  goods.map(({ name, quantity }) => (quantity === 1 ? name : `${name} × ${quantity}`)).join(', ');

const events: Readonly<Record<string, ReturnType<typeof msg>>> = {
  order_reservation: msg`Reservation`,
  order_complete: msg`Spent`,
  order_reject: msg`Returned`,
};

/** Returns the text for the event of an order's ledger entry. An unknown event is returned unchanged. */
export const eventText = (i18n: I18n, event: string): string =>
  events[event] ? i18n._(events[event]) : event;
