import * as v from 'valibot';
import type { BodyOf } from '#schemas/api/call.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import type { operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import type { EditedRecord } from '#console/parts/record/use-record-form.ts';
import type { ProductRecord } from './shop-texts.ts';

const MAX_NAME = 160;
const MAX_DESCRIPTION = 20_000;

/** Form values of a product's details. Times are as typed, in the operator's time zone. */
export type ProductValues = {
  name: string;
  description: string;
  /** Empty for none. */
  category: string;
  active: boolean;
  is_visible: boolean;
  show_at: string;
  hide_at: string;
};

/** Validation codes. */
export type ProductProblem = 'required' | 'too_long';
const problem = (code: ProductProblem): ProductProblem => code;

export const productSchema: v.GenericSchema<ProductValues> = v.object({
  name: v.pipe(
    v.string(),
    v.transform(normaliseLine),
    v.minLength(1, problem('required')),
    v.maxLength(MAX_NAME, problem('too_long')),
  ),
  description: v.pipe(v.string(), v.maxLength(MAX_DESCRIPTION, problem('too_long'))),
  category: v.string(),
  active: v.boolean(),
  is_visible: v.boolean(),
  show_at: v.string(),
  hide_at: v.string(),
});

export const toEditedProduct = (product: ProductRecord): EditedRecord<ProductValues> => ({
  rev: product.rev,
  values: {
    name: product.name,
    description: product.description,
    category: product.category?.id ?? '',
    active: product.active,
    is_visible: product.is_visible,
    show_at: fieldTime(product.show_at),
    hide_at: fieldTime(product.hide_at),
  },
});

/** Changed fields in the server's format; a cleared category or time is null. */
export function productChanges({
  category,
  show_at: showAt,
  hide_at: hideAt,
  ...changes
}: Partial<ProductValues>): Omit<BodyOf<typeof operatorShopCalls.editProduct>, 'rev' | 'why'> {
  return {
    ...changes,
    ...(category !== undefined && { category: category || null }),
    ...(showAt !== undefined && { show_at: toIsoTime(showAt) }),
    ...(hideAt !== undefined && { hide_at: toIsoTime(hideAt) }),
  };
}

/** Formats a time for a date-and-time field: `2026-12-03T08:00`. */
function fieldTime(moment: string | null): string {
  if (moment === null) return '';
  const time = new Date(moment);
  const localTime = new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS);
  return localTime.toISOString().slice(0, 16);
}

const toIsoTime = (text: string): string | null =>
  text === '' ? null : new Date(text).toISOString();
