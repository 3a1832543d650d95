import { useIsDesktop } from '#src/data/device/media-queries.ts';
import type { Featured } from './featured.ts';
import { FeaturedBanner } from './featured-banner.tsx';
import { Promotion, type PromotionName } from './promotions.tsx';
import { UnverifiedEmail } from './unverified-email.tsx';

/**
 * Promotions above and below the products: on a desktop one beside the featured product, on a phone
 * only the card (spec 2 §2).
 */
export function usePlaces(promotions: readonly PromotionName[]) {
  const desk = useIsDesktop();
  const above = promotions.slice(0, 1).filter((name) => desk || name === 'card');
  return { above, below: promotions.filter((name) => !above.includes(name)) };
}

interface ShopHeadProps {
  featured: Featured | null;
  above: readonly PromotionName[];
}

/** Content above the products. */
export function ShopHead({ featured, above }: ShopHeadProps) {
  return (
    <div className="space-y-3 empty:hidden">
      <UnverifiedEmail />
      {(featured || above.length > 0) && (
        <div className="grid gap-3 desk:grid-flow-col desk:auto-cols-fr">
          {featured && <FeaturedBanner featured={featured} />}
          {above.map((name) => (
            <Promotion key={name} name={name} />
          ))}
        </div>
      )}
    </div>
  );
}
