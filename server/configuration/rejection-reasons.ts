import { builtInRejectionReasons } from '#schemas/product-rejection.ts';
import { type Configuration, type RejectionReason } from '#schemas/configuration.ts';

/** The reason that requires a note, because it says nothing about the product. */
export const REASON_WITH_NOTE = 'other' satisfies keyof typeof builtInRejectionReasons;

/** Reasons that a country's reviewers can choose from: its own list, or else the built-in one. */
export function getRejectionReasons({
  rejection_reasons,
}: Configuration): readonly Pick<RejectionReason, 'code' | 'allows_new_photo'>[] {
  return (
    rejection_reasons ??
    Object.entries(builtInRejectionReasons).map(([code, allows_new_photo]) => ({
      code,
      allows_new_photo,
    }))
  );
}
