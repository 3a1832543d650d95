import { Trans, useLingui } from '@lingui/react/macro';
import { withDerivedFields } from '#schemas/marketing.ts';
import { preprintedRegionOf } from '#schemas/marketing-languages.ts';
import type { MarketingMaterial } from '#schemas/marketing-material.ts';
import { marketingTypes, type MarketingType, printSize } from '#schemas/marketing-pictures.ts';
import { lowestPrice } from '#schemas/shop-product.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useFormat } from '#src/data/text/format.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { CardLink } from '#src/ui/layout/card.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Points } from '#src/ui/points.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { materialDraftKey } from './actions.ts';
import { toOrderInput, findMaterial, newDraft } from './material-draft.ts';
import { NotOffered } from './not-offered.tsx';
import { MarketingPreview } from './preview/marketing-preview.tsx';
import { type MaterialProduct, materialProducts } from './queries.ts';
import { loadDraft } from './material-form.ts';
import { useMaterialLabels } from './covers/use-material-labels.ts';

const gridClass =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-3 desk:grid-cols-3';

/** `/marketing`: materials that can be ordered, with prices (spec 2 §2). */
export function MarketingScreen() {
  const { t } = useLingui();
  const { region } = useAccount().identity;
  usePageTitle(t`Marketing material`);
  const products = useLiveQuery(materialProducts, []);
  const availableTypes = marketingTypes.flatMap((type) => {
    const typeProducts = products?.filter(({ marketing }) => marketing.type === type) ?? [];
    const [firstProduct] = typeProducts;
    return firstProduct ? [{ type, typeProducts, first: firstProduct.marketing }] : [];
  });
  return (
    <Page
      title={<Trans>Marketing material</Trans>}
      subtitle={<Trans>Printed with your name, your services and your logo.</Trans>}
      width="wide"
    >
      {preprintedRegionOf(region) === null ? (
        <NotOffered />
      ) : availableTypes.length === 0 ? (
        <NothingOffered />
      ) : (
        <ul aria-label={t`Marketing material`} className={gridClass}>
          {availableTypes.map(({ type, typeProducts, first }) => (
            <TypeCard key={type} type={type} typeProducts={typeProducts} firstMaterial={first} />
          ))}
        </ul>
      )}
    </Page>
  );
}

interface TypeCardProps {
  type: MarketingType;
  /** The products of this type. */
  typeProducts: readonly MaterialProduct[];
  firstMaterial: MarketingMaterial;
}

/** Card of one type of material: preview, name and lowest price. */
function TypeCard({ type, typeProducts, firstMaterial }: TypeCardProps) {
  const { t } = useLingui();
  const format = useFormat();
  const labels = useMaterialLabels();
  const price = lowestPrice({ variants: typeProducts.flatMap(({ variants }) => variants) });
  const priceText = (points: string) => (price.hasHigherPrices ? t`from ${points}` : points);
  return (
    <li className="min-w-0">
      <CardLink
        padded={false}
        className="flex! h-full flex-col overflow-hidden"
        {...linkTo(paths.material(type))}
      >
        <MaterialPreview
          material={firstMaterial}
          materials={typeProducts.map(({ marketing }) => marketing)}
        />
        <span className="flex flex-1 flex-col justify-between gap-1.5 p-3">
          <span className="leading-snug font-semibold break-long">{labels.type(type)}</span>
          <Points
            number={priceText(format.number(price.points))}
            label={priceText(format.points(price.points))}
          />
        </span>
      </CardLink>
    </li>
  );
}

/** Share of the frame that the preview fills, in percent. */
const FILL_PERCENT = 84;
/** Aspect ratio of the frame, height to width. */
const FRAME_RATIO = 3 / 4;

interface MaterialPreviewProps {
  material: MarketingMaterial;
  materials: readonly MarketingMaterial[];
}

/** The material's front page, with texts from the draft or the profile. Decorative, because its name is below. */
function MaterialPreview({ material: firstMaterial, materials }: MaterialPreviewProps) {
  const { user_id: userId, region } = useAccount().identity;
  const self = useSingleton('self');
  const { type } = firstMaterial;
  const draft =
    loadDraft(materialDraftKey(userId, type)) ?? newDraft(firstMaterial, { self, region });
  const material = findMaterial(type, draft.subtype, materials) ?? firstMaterial;
  const input = withDerivedFields(material, toOrderInput(draft, material), { region });
  const { width, height } = printSize(type);
  return (
    <span
      aria-hidden="true"
      className="grid aspect-4/3 w-full place-items-center overflow-hidden bg-surface-sunken"
    >
      <span style={{ width: `${FILL_PERCENT * Math.min(1, (FRAME_RATIO * width) / height)}%` }}>
        <MarketingPreview
          type={type}
          subtype={material.subtype}
          input={input}
          qrCode={null}
          logoUrl={null}
          brandLogo={input.brandLogo ?? 'recommended'}
          display="front"
        />
      </span>
    </span>
  );
}

/** Shown while the materials load, or if none is offered in this country. */
function NothingOffered() {
  const { t } = useLingui();
  return (
    <EmptyList
      collection="products"
      skeleton={
        <Skeleton label={t`Loading the marketing material`}>
          <div className={gridClass}>
            <SkeletonCard lines={5} />
            <SkeletonCard lines={5} />
            <SkeletonCard lines={5} />
            <SkeletonCard lines={5} />
          </div>
        </Skeleton>
      }
      offlineText={<Trans>The marketing material appears here once you’re online.</Trans>}
    >
      <EmptyState
        drawing="empty-orders"
        title={<Trans>No marketing material yet</Trans>}
        action={
          <LinkButton {...linkTo(paths.shop())}>
            <Trans>Go to shop</Trans>
          </LinkButton>
        }
      >
        <Trans>Material available in your country appears here.</Trans>
      </EmptyState>
    </EmptyList>
  );
}
