import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { materialProducts } from '#src/features/marketing/queries.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Picture } from '#src/ui/media/picture.tsx';
import { VendorPicture } from '#src/ui/media/vendor-picture.tsx';
import type { ShopFront } from './shop-front.ts';
import { SlantedBanner } from './slanted-banner.tsx';

/** Promotions that link to their own screen. */
export type PromotionName = 'card' | 'marketing';

/**
 * Promotions for this person: the card while the company has none, printed material if available.
 */
export function usePromotions(front: ShopFront | undefined): PromotionName[] {
  const maySee = useCanSee();
  const { company, hasMaterial = false } = front ?? {};
  const shown: PromotionName[] = [];
  if (company && company.edenred_card === null && maySee(paths.shopClubCard())) shown.push('card');
  if (hasMaterial && maySee(paths.marketing())) shown.push('marketing');
  return shown;
}

export function Promotion({ name }: { name: PromotionName }) {
  if (name === 'card') {
    return (
      <Shown
        path={paths.shopClubCard()}
        title={<Trans>The club card</Trans>}
        text={<Trans>A prepaid card that you top up with your points.</Trans>}
        picture={<Picture name="things/card" sizes="15rem" alt="" />}
      />
    );
  }
  return (
    <Shown
      path={paths.marketing()}
      title={<Trans>Marketing material</Trans>}
      text={<Trans>Cards, flyers and banners with your name on them.</Trans>}
      picture={<MaterialPicture />}
    />
  );
}

/** Picture of the newest printed material. */
function MaterialPicture() {
  const [newest] = useLiveQuery(materialProducts, []) ?? [];
  return <VendorPicture src={newest?.images.thumbnail} alt="" className="" />;
}

interface ShownProps {
  path: string;
  title: ReactNode;
  text: ReactNode;
  picture: ReactNode;
}

function Shown({ path, title, text, picture }: ShownProps) {
  return (
    <SlantedBanner target={linkTo(path)} tone="sky" title={title} below={text} picture={picture} />
  );
}
