/**
 * A product without a label: type, size, variant and a photo replace the serial number (spec 1 §2,
 * §5). Pure.
 */
import type { PhotoSubject } from '#schemas/scan.ts';
import { requirementMarks, type ProductRules } from '../capture/product-rules.ts';
import type { CapturedScan } from '../queries.ts';
import { choiceProblems, type ManualProblems, type ProductChoice } from './manual-entry.ts';

export interface GenericProblems extends Omit<ManualProblems, 'serial'> {
  readonly photo?: 'photo_missing';
}

/** Returns the missing parts; empty if the product can be captured. */
export function genericProblems(
  choice: ProductChoice,
  hasPhoto: boolean,
  rules: Pick<ProductRules, 'types' | 'sizes' | 'variants'>,
): GenericProblems {
  return { ...choiceProblems(choice, rules), ...(!hasPhoto && { photo: 'photo_missing' }) };
}

/**
 * Builds the scan; null if type, size or variant is missing.
 * @param photoOf what the photo shows
 */
export function genericScan(
  choice: ProductChoice,
  photoId: string,
  rules: ProductRules,
  photoOf: PhotoSubject = 'product',
): CapturedScan | null {
  const { type, size, variant } = choice;
  if (type === null || size === null || variant === null) return null;
  return {
    ...{ type, size, variant },
    serial_number: null,
    is_unique: false,
    manual: true,
    confirmed: true,
    isValidated: false,
    isValid: null,
    imageIdxDB: photoId,
    photo_of: photoOf,
    ...requirementMarks({ type, variant, code: '' }, rules),
  };
}
