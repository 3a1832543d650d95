import { needsDescription, requiredServices } from '#schemas/marketing.ts';
import { materialFields } from '#schemas/marketing-fields.ts';
import type { MarketingMaterial } from '#schemas/marketing-material.ts';
import { flyerSubtypes, marketingTypes } from '#schemas/marketing-pictures.ts';
import type { CustomInput } from '#schemas/order.ts';

/** All marketing materials. */
export const materials: readonly MarketingMaterial[] = marketingTypes.flatMap(
  (type): MarketingMaterial[] =>
    type === 'flyer'
      ? flyerSubtypes.map((subtype) => ({ type, subtype }))
      : [{ type, subtype: null }],
);

/** Formats a material for a test title. */
export function materialTitle({ type, subtype }: MarketingMaterial): string {
  return subtype === null ? type : `${type} ${subtype}`;
}

/** The minimum input that a material needs. */
export function completeInput(material: MarketingMaterial): CustomInput {
  const required = materialFields(material.type).filter(({ group }) => group === 'required');
  const services = Array.from({ length: requiredServices(material) }, (_, index) => ({
    text: `Service ${index + 1}`,
    icon: 'roof_window',
  }));
  return {
    ...Object.fromEntries(required.map(({ name }) => [name, `The ${name}`])),
    phone: '+48 501 234 567',
    ...(needsDescription(material) && { longDescription: 'Roof windows since 1998' }),
    ...(services.length > 0 && { services }),
  };
}
