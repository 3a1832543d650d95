import { useIsDesktop } from '#src/data/device/media-queries.ts';
import { type Featured } from './featured.ts';
import { Promotion, type PromotionName } from './promotions.tsx';
import { Trans } from '@lingui/react/macro';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { VendorPicture } from '#src/ui/media/vendor-picture.tsx';
import { Price } from './price.tsx';
import { SlantedBanner } from './slanted-banner.tsx';
import { managesOwnEmail } from '#schemas/person-rules.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';

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

/** The featured product at the top of the shop. */
function FeaturedBanner({ featured: { product, why } }: { featured: Featured }) {
  const [first] = product.images.list.toSorted((one, other) => one.position - other.position);
  return (
    <SlantedBanner
      target={linkTo(paths.shopProduct(product.uuid))}
      tone="slate"
      eyebrow={
        why === 'within_reach' ? <Trans>Within your reach</Trans> : <Trans>New in the shop</Trans>
      }
      title={product.name}
      below={<Price product={product} />}
      picture={
        <VendorPicture
          src={first?.l ?? product.images.thumbnail}
          alt=""
          isLazy={false}
          className=""
        />
      }
    />
  );
}

/** Only a prompt (spec 2 §2): the server accepts orders without a verified address. */
function UnverifiedEmail() {
  const self = useSingleton('self');
  if (!self || self.verified_email_at !== null || !managesOwnEmail(self.role.id)) return null;
  return (
    <Banner
      tone="warn"
      title={<Trans>Verify your e-mail address</Trans>}
      action={
        <LinkButton variant="secondary" {...linkTo(paths.verifyEmail())}>
          <Trans>Verify it</Trans>
        </LinkButton>
      }
    >
      <Trans>
        Your orders are confirmed there. You can order without it, but a mistake in it would go
        unnoticed.
      </Trans>
    </Banner>
  );
}
