import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { combineLatest, map, type Observable } from 'rxjs';
import type { InstallerUser } from '#schemas/installer.ts';
import { managesOwnEmail } from '#schemas/person-rules.ts';
import { isSoldOut, lowestPrice, type ShopProductDocument } from '#schemas/shop-product.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { type AppLink, paths } from '#src/app/paths.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { useIsDesktop } from '#src/data/device/media-queries.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';
import { materialProducts } from '#src/features/marketing/queries.ts';
import { ProductPrice } from '#src/parts/product-card.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { LinkSlot, type LinkTarget } from '#src/ui/links.tsx';
import { Picture, VendorPicture } from '#src/ui/media/picture.tsx';
import type { LocalAccount } from '#sync/account.ts';
import { shopProducts } from './queries.ts';

/**
 * Splits the promotions into those above and those below the products (spec 2 §2). The first one is above, but on a
 * phone only if it's the card promotion.
 */
export function usePromotionPlacement(promotions: readonly PromotionName[]) {
  const isDesktop = useIsDesktop();
  const above = promotions.slice(0, 1).filter((name) => isDesktop || name === 'card');
  return { above, below: promotions.filter((name) => !above.includes(name)) };
}

interface ShopHeadProps {
  topProduct: FeaturedProduct | null;
  promotions: readonly PromotionName[];
}

/** Content above the products. */
export function ShopHead({ topProduct, promotions }: ShopHeadProps) {
  return (
    <div className="space-y-3 empty:hidden">
      <UnverifiedEmail />
      {(topProduct || promotions.length > 0) && (
        <div className="grid gap-3 desk:grid-flow-col desk:auto-cols-fr">
          {topProduct && <FeaturedBanner featured={topProduct} />}
          {promotions.map((name) => (
            <Promotion key={name} name={name} />
          ))}
        </div>
      )}
    </div>
  );
}

/** The featured product at the top of the shop. */
function FeaturedBanner({ featured: { product, reason } }: { featured: FeaturedProduct }) {
  const [firstImage] = product.images.list.toSorted((a, b) => a.position - b.position);
  return (
    <SlantedBanner
      target={linkTo(paths.shopProduct(product.uuid))}
      tone="slate"
      eyebrow={
        reason === 'within_reach' ? (
          <Trans>You have enough points</Trans>
        ) : (
          <Trans>New in the shop</Trans>
        )
      }
      title={product.name}
      content={<ProductPrice product={product} format={useFormat()} />}
      picture={
        <VendorPicture
          src={firstImage?.l ?? product.images.thumbnail}
          alt=""
          isLazy={false}
          className=""
        />
      }
    />
  );
}

/**
 * Asks the user to verify their email address (spec 2 §2). It's only a prompt, because the server accepts orders
 * without a verified address.
 */
function UnverifiedEmail() {
  const self = useSingleton('self');
  if (!self || self.verified_email_at !== null || !managesOwnEmail(self.role.id)) return null;
  return (
    <Banner
      tone="warn"
      title={<Trans>Verify your email address</Trans>}
      action={
        <LinkButton variant="secondary" {...linkTo(paths.verifyEmail())}>
          <Trans>Verify address</Trans>
        </LinkButton>
      }
    >
      <Trans>
        We send order confirmations there. You can order without verifying it, but check it for
        typos.
      </Trans>
    </Banner>
  );
}

/** Promotions that link to their own screen. */
type PromotionName = 'card' | 'marketing';

/** Promotions for this user: the card while the company has none, printed material if available. */
export function usePromotions(front: ShopFront | undefined): PromotionName[] {
  const canSee = useCanSee();
  const { company, hasMaterial = false } = front ?? {};
  const promotions: PromotionName[] = [];
  if (company && company.edenred_card === null && canSee(paths.shopClubCard()))
    promotions.push('card');
  if (hasMaterial && canSee(paths.marketing())) promotions.push('marketing');
  return promotions;
}

export function Promotion({ name }: { name: PromotionName }) {
  if (name === 'card') {
    return (
      <PromotionBanner
        link={paths.shopClubCard()}
        title={<Trans>The club card</Trans>}
        text={<Trans>A prepaid card that you top up with your points.</Trans>}
        picture={<Picture name="things/card" sizes="15rem" alt="" />}
      />
    );
  }
  return (
    <PromotionBanner
      link={paths.marketing()}
      title={<Trans>Marketing material</Trans>}
      text={<Trans>Cards, flyers and banners with your name on them.</Trans>}
      picture={<MaterialPicture />}
    />
  );
}

/** Image of the newest printed material. */
function MaterialPicture() {
  const [newestProduct] = useLiveQuery(materialProducts, []) ?? [];
  return <VendorPicture src={newestProduct?.images.thumbnail} alt="" className="" />;
}

interface PromotionBannerProps {
  link: AppLink;
  title: ReactNode;
  text: ReactNode;
  picture: ReactNode;
}

function PromotionBanner({ link, title, text, picture }: PromotionBannerProps) {
  return (
    <SlantedBanner
      target={linkTo(link)}
      tone="sky"
      title={title}
      content={text}
      picture={picture}
    />
  );
}

interface SlantedBannerProps {
  target: LinkTarget;
  /** `slate` for the main banner, `sky` for one next to it. */
  tone: 'slate' | 'sky';
  eyebrow?: ReactNode;
  title: ReactNode;
  content: ReactNode;
  picture: ReactNode;
}

/** A banner with a link and an image, separated by a slanted edge. */
function SlantedBanner({ target, tone, eyebrow, title, content, picture }: SlantedBannerProps) {
  return (
    <LinkSlot
      target={target}
      className={classNames(
        'shop-banner @container block h-full overflow-hidden rounded-card card-line transition-transform hover:outline-2 hover:outline-line-strong active:scale-[0.99] motion-reduce:active:scale-100',
        tone === 'slate' ? 'shop-banner-slate' : 'bg-info-soft text-ink',
      )}
    >
      <span
        className={classNames(
          'flex h-full items-stretch @max-[15rem]:flex-col-reverse',
          tone === 'slate' ? 'min-h-38' : 'min-h-26 desk:min-h-38',
        )}
      >
        <span className="flex min-w-0 flex-1 flex-col justify-center gap-1 py-4 ps-4">
          {eyebrow && <span className="text-small font-medium opacity-80">{eyebrow}</span>}
          <span className="font-display text-title font-semibold break-long">{title}</span>
          <span className="text-small">{content}</span>
        </span>
        <span className="shop-banner-picture">{picture}</span>
      </span>
    </LinkSlot>
  );
}

/** The product that the shop features at the top. */
interface FeaturedProduct {
  readonly product: ShopProductDocument;
  /** Reason why it was selected: the best within reach, or the newest. */
  readonly reason: 'within_reach' | 'newest';
}

/**
 * Selects the featured product among the available physical products with an image: the most expensive one that the
 * company can afford, or else the newest one.
 * @param products newest first
 * @param points the company's points; undefined until loaded
 */
export function featuredProduct(
  products: readonly ShopProductDocument[],
  points: number | undefined,
): FeaturedProduct | null {
  const candidates = products.filter(
    (product) =>
      productKindOf(product.type) === 'physical' && !isSoldOut(product) && product.images.thumbnail,
  );
  const priceOf = (product: ShopProductDocument) => lowestPrice(product).points;
  const [mostExpensive] = candidates
    .filter((product) => points !== undefined && priceOf(product) <= points)
    .toSorted((a, b) => priceOf(b) - priceOf(a));
  if (mostExpensive) return { product: mostExpensive, reason: 'within_reach' };
  const [newestProduct] = candidates;
  return newestProduct ? { product: newestProduct, reason: 'newest' } : null;
}

/** Everything that the shop's first screen needs, loaded together to avoid layout shift. */
interface ShopFront {
  readonly products: readonly ShopProductDocument[];
  /** The company's points; undefined until loaded. */
  readonly points: number | undefined;
  readonly company: InstallerUser['company'] | undefined;
  /** True if printed material is available. */
  readonly hasMaterial: boolean;
}

export function shopFront(account: LocalAccount): Observable<ShopFront> {
  const { pointsSummary$, self$ } = account.singletons;
  return combineLatest([
    shopProducts(account),
    materialProducts(account),
    pointsSummary$,
    self$,
  ]).pipe(
    map(([products, materials, summary, self]) => ({
      products,
      points: summary?.company_points,
      company: self?.company,
      hasMaterial: materials.length > 0,
    })),
  );
}

/** Points that the company still needs for the product; hidden if it has enough, or they aren't loaded. */
export function PointsShortfall({ product }: { product: ShopProductDocument }) {
  const { t } = useLingui();
  const format = useFormat();
  const points = useSingleton('points')?.company_points;
  const missingPoints = points === undefined ? 0 : lowestPrice(product).points - points;
  if (missingPoints <= 0) return null;
  const count = format.number(missingPoints);
  return <span className="text-small text-ink-soft tnum">{t`${count} more`}</span>;
}
