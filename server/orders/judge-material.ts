import { isIncomplete, materialProblems, settledInput } from '#schemas/marketing.ts';
import { materialLanguageOf } from '#schemas/marketing-languages.ts';
import { type CustomInput } from '#schemas/order.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { kindOf } from '#schemas/vendors.ts';
import { ApiFailure } from '../http/failure.ts';
import { type LockedVariant } from '../shop/stock.ts';
import { type PricedOrder } from './validate-order.ts';

/**
 * What a custom product is made with, complete: what follows from its type, the region and the logo is filled in.
 * @returns null for what is not made to measure
 * Throws `material_incomplete` and `material_mismatch`, each with the part of the data that it is about, or
 * `product_unavailable`: one material is ordered at a time, and only where there is material in the country's language.
 */
export function validateMaterial(
  { type, order }: PricedOrder,
  data: CustomInput | undefined,
  {
    held,
    region,
  }: { readonly held: ReadonlyMap<string, LockedVariant>; readonly region: RegionCode },
): CustomInput | null {
  if (kindOf(type) !== 'custom') return null;
  const [line, second] = order;
  const material = line && held.get(line.uuid.toLowerCase())?.marketing;
  // A product from before its material was known can't be made, nor can one without words for the country.
  if (!material || second || materialLanguageOf(region) === null) {
    throw new ApiFailure('product_unavailable', { field: `body.order.${second ? 1 : 0}` });
  }
  const input = data ?? {};
  const problems = materialProblems(material, input, { region });
  if (problems.length > 0) {
    throw ApiFailure.of(
      problems.map((problem) => ({
        code: isIncomplete(problem) ? 'material_incomplete' : 'material_mismatch',
        field: `body.data.${problem.field}`,
      })),
    );
  }
  return settledInput(material, input, { region });
}
