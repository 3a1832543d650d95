import { type TierCategory } from '#schemas/product-type.ts';
import { type WarrantySettings } from '#schemas/warranty-certificate.ts';
import { demoUuid } from './seeded-random.ts';
import { inBoth } from './texts.ts';

type Category = WarrantySettings['catalogue'][number];

/** What certificates may cover in every country of the demo. */
export const demoWarranty: WarrantySettings = {
  minimum_months: 6,
  catalogue: [
    category('roof-windows', 'window', 10, [1, 3], {
      name: inBoth('Roof windows', 'Okna dachowe'),
      description: inBoth('Frame, sash and pane.', 'Ościeżnica, skrzydło i szyba.'),
    }),
    category('flat-roof-windows', 'flat-roof', 10, [6], {
      name: inBoth('Flat roof windows', 'Okna do dachów płaskich'),
      description: inBoth('Base and dome.', 'Podstawa i kopuła.'),
    }),
    category('sun-tunnels', 'tunnel', 10, [7], {
      name: inBoth('Sun tunnels', 'Świetliki tunelowe'),
      description: inBoth('Tube and diffuser.', 'Tuba i dyfuzor.'),
    }),
    category('flashings', 'flashing', 15, [8], {
      name: inBoth('Flashings', 'Kołnierze uszczelniające'),
      description: inBoth('Against leaks and rust.', 'Na szczelność i odporność na korozję.'),
    }),
    category('blinds', 'blind', 3, [2], {
      name: inBoth('Blinds', 'Rolety i żaluzje'),
      description: inBoth('Fabric and mechanics.', 'Tkanina i mechanizm.'),
    }),
    category('shutters', 'shutter', 5, [4], {
      name: inBoth('Shutters', 'Rolety zewnętrzne'),
      description: inBoth('Slats, motor and control.', 'Lamele, silnik i sterowanie.'),
    }),
    category('insect-screens', 'net', 2, [5], {
      name: inBoth('Insect screens', 'Moskitiery'),
      description: inBoth('Net and frame.', 'Siatka i rama.'),
    }),
    category('smoke-vents', 'smoke', 5, [9], {
      name: inBoth('Smoke vents', 'Klapy oddymiające'),
      description: inBoth('Drive and control.', 'Napęd i sterowanie.'),
    }),
    category('accessories', 'parts', 2, [99], {
      name: inBoth('Accessories', 'Akcesoria'),
      description: inBoth('All other parts.', 'Pozostałe elementy.'),
    }),
  ],
};

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
