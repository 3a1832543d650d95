import { type TierCategory } from '#schemas/product-type.ts';
import { type WarrantySettings } from '#schemas/warranty-certificate.ts';
import { demoUuid } from './seeded-random.ts';
import type { Say } from './texts.ts';

type Category = WarrantySettings['catalogue'][number];

/** What certificates may cover in every country of the demo. */
export const demoWarranty = (say: Say): WarrantySettings => ({
  minimum_months: 6,
  catalogue: [
    category('roof-windows', 'window', 10, [1, 3], {
      name: say('Roof windows'),
      description: say('Frame, sash and pane.'),
    }),
    category('flat-roof-windows', 'flat-roof', 10, [6], {
      name: say('Flat roof windows'),
      description: say('Base and dome.'),
    }),
    category('sun-tunnels', 'tunnel', 10, [7], {
      name: say('Sun tunnels'),
      description: say('Tube and diffuser.'),
    }),
    category('flashings', 'flashing', 15, [8], {
      name: say('Flashings'),
      description: say('Against leaks and rust.'),
    }),
    category('blinds', 'blind', 3, [2], {
      name: say('Blinds'),
      description: say('Fabric and mechanics.'),
    }),
    category('shutters', 'shutter', 5, [4], {
      name: say('Shutters'),
      description: say('Slats, motor and control.'),
    }),
    category('insect-screens', 'net', 2, [5], {
      name: say('Insect screens'),
      description: say('Net and frame.'),
    }),
    category('smoke-vents', 'smoke', 5, [9], {
      name: say('Smoke vents'),
      description: say('Drive and control.'),
    }),
    category('accessories', 'parts', 2, [99], {
      name: say('Accessories'),
      description: say('All other parts.'),
    }),
  ],
});

function category(
  slug: string,
  icon: string,
  longevity: number,
  tierCategories: TierCategory[],
  words: Pick<Category, 'name' | 'description'>,
): Category {
  const uuid = demoUuid(`certificate-category:${slug}`);
  return { uuid, slug, icon, longevity, tier_categories: tierCategories, ...words };
}
