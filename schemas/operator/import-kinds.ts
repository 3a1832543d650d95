import type { OperatorRight } from './operator-rights.ts';

/**
 * Kinds of imports with their columns. `right` is required in addition to `imports.run`. `strength` is the session that
 * an operator needs to apply, continue or undo an import.
 */
export const importKinds = {
  serials: {
    right: 'settings.edit',
    strength: 'passkey',
    /** True if the rows apply to all countries. */
    isGlobal: true,
    /** True if applied rows can't be undone. */
    isFinal: false,
    columns: [
      { name: 'code', isRequired: true },
      { name: 'type', isRequired: true },
      { name: 'size', isRequired: true },
      { name: 'variant', isRequired: true },
    ],
  },
  /** Prices and stock of the shop's variants. A row has a price, counted stock, or a change in stock. */
  shop: {
    right: 'shop.edit',
    strength: 'passkey',
    isGlobal: false,
    isFinal: false,
    columns: [
      { name: 'sku', isRequired: true },
      { name: 'price', isRequired: false },
      { name: 'stock', isRequired: false },
      { name: 'change', isRequired: false },
    ],
  },
  /** Voucher codes of a country. */
  vouchers: {
    right: 'orders.edit',
    strength: 'passkey',
    isGlobal: false,
    isFinal: false,
    columns: [
      { name: 'sku', isRequired: true },
      { name: 'number', isRequired: true },
      { name: 'expires', isRequired: false },
      { name: 'password', isRequired: false },
    ],
  },
  /** Points for a country's companies, identified by number, id or tax number. */
  awards: {
    right: 'points.correct',
    strength: 'recent',
    isGlobal: false,
    isFinal: false,
    columns: [
      { name: 'company', isRequired: true },
      { name: 'points', isRequired: true },
      { name: 'reason', isRequired: true },
    ],
  },
  /** A vendor's responses to a country's approved orders. */
  vendor_answers: {
    right: 'orders.edit',
    strength: 'passkey',
    isGlobal: false,
    isFinal: true,
    columns: [
      { name: 'order', isRequired: true },
      { name: 'result', isRequired: true },
      { name: 'number', isRequired: false },
      { name: 'expires', isRequired: false },
      { name: 'password', isRequired: false },
      { name: 'reference', isRequired: false },
      { name: 'reason', isRequired: false },
    ],
  },
  /** Requests from homeowners in a country who are looking for a company. */
  lead_requests: {
    right: 'leads.edit',
    strength: 'passkey',
    isGlobal: false,
    isFinal: false,
    columns: [
      { name: 'reference', isRequired: false },
      { name: 'first_name', isRequired: false },
      { name: 'last_name', isRequired: true },
      { name: 'street', isRequired: false },
      { name: 'postal_code', isRequired: false },
      { name: 'city', isRequired: true },
      { name: 'phone', isRequired: false },
      { name: 'email', isRequired: false },
      { name: 'products', isRequired: false },
      { name: 'windows', isRequired: false },
      { name: 'service', isRequired: false },
      { name: 'message', isRequired: false },
      { name: 'wished_day', isRequired: false },
      { name: 'consent_day', isRequired: true },
      { name: 'latitude', isRequired: false },
      { name: 'longitude', isRequired: false },
    ],
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly right: OperatorRight;
      readonly strength: 'passkey' | 'recent';
      readonly isGlobal: boolean;
      readonly isFinal: boolean;
      readonly columns: readonly { readonly name: string; readonly isRequired: boolean }[];
    }
  >
>;
export type ImportKindId = keyof typeof importKinds;
export const importKindIds = Object.keys(importKinds) as ImportKindId[];

/**
 * An import is `uploading` until its check starts. It's `stopped` by an operator, or because the operator who ran it
 * lost the right to do so. It's `failed` if the file can't be read or a step failed several times, and `expired` if the
 * file was deleted.
 */
export const importStates = [
  'uploading',
  'checking',
  'checked',
  'applying',
  'applied',
  'taking_back',
  'taken_back',
  'stopped',
  'failed',
  'expired',
] as const;
export type ImportState = (typeof importStates)[number];
