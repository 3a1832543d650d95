import { type TierCategory } from '#schemas/product-type.ts';
import { type WarrantySettings } from '#schemas/warranty-certificate.ts';
import { demoUuid } from './seeded-random.ts';
import type { TranslateFor } from './texts.ts';

type Category = WarrantySettings['catalogue'][number];

/** Products covered by certificates, in every country. */
export const demoWarranty = (translate: TranslateFor): WarrantySettings => ({
  minimum_months: 6,
  catalogue: [
    category('roof-windows', 'window', 10, [1, 3], {
      name: translate('Roof windows'),
      description: translate('Frame, sash and pane.'),
    }),
    category('flat-roof-windows', 'flat-roof', 10, [6], {
      name: translate('Flat-roof windows'),
      description: translate('Base and dome.'),
    }),
    category('sun-tunnels', 'tunnel', 10, [7], {
      name: translate('Sun tunnels'),
      description: translate('Tube and diffuser.'),
    }),
    category('flashings', 'flashing', 15, [8], {
      name: translate('Flashings'),
      description: translate('Against leaks and rust.'),
    }),
    category('blinds', 'blind', 3, [2], {
      name: translate('Blinds'),
      description: translate('Fabric and mechanics.'),
    }),
    category('shutters', 'shutter', 5, [4], {
      name: translate('Shutters'),
      description: translate('Slats, motor and control.'),
    }),
    category('insect-screens', 'net', 2, [5], {
      name: translate('Insect screens'),
      description: translate('Net and frame.'),
    }),
    category('smoke-vents', 'smoke', 5, [9], {
      name: translate('Smoke vents'),
      description: translate('Drive and control.'),
    }),
    category('accessories', 'parts', 2, [99], {
      name: translate('Accessories'),
      description: translate('All other parts.'),
    }),
  ],
});

function category(
  slug: string,
  icon: string,
  longevity: number,
  tierCategories: TierCategory[],
  texts: Pick<Category, 'name' | 'description'>,
): Category {
  const uuid = demoUuid(`certificate-category:${slug}`);
  return { uuid, slug, icon, longevity, tier_categories: tierCategories, ...texts };
}
