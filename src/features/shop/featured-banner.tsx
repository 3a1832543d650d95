import { Trans } from '@lingui/react/macro';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { VendorPicture } from '#src/ui/media/vendor-picture.tsx';
import type { Featured } from './featured.ts';
import { Price } from './price.tsx';
import { SlantedBanner } from './slanted-banner.tsx';

/** The featured product at the top of the shop. */
export function FeaturedBanner({ featured: { product, why } }: { featured: Featured }) {
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
