import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { preprintedRegionOf } from '#schemas/marketing-languages.ts';
import { marketingTypes } from '#schemas/marketing-pictures.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { RecordNotFound } from '#src/features/_shared/listing/record-not-found.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { MaterialEditor } from './material-editor.tsx';
import { NotOffered } from './not-offered.tsx';
import { materialProducts } from './queries.ts';

/** `/marketing/{type}`: edit, preview and order one type of material (spec 2 §2). */
export function MaterialScreen() {
  const { type: typeParam } = useParams({ from: '/signed-in/marketing/$type' });
  const products = useLiveQuery(materialProducts, []);
  const self = useSingleton('self');
  const { region } = useAccount().identity;
  const type = marketingTypes.find((option) => option === typeParam);
  const typeProducts = products?.filter(({ marketing }) => marketing.type === type);
  const [firstProduct] = typeProducts ?? [];
  if (preprintedRegionOf(region) === null) return <NotOfferedScreen />;
  if (!type || !typeProducts || !firstProduct || !self) {
    return (
      <NoMaterial isLoading={products === undefined || (firstProduct !== undefined && !self)} />
    );
  }
  return (
    <MaterialEditor
      key={type}
      type={type}
      products={[firstProduct, ...typeProducts.slice(1)]}
      self={self}
    />
  );
}

/** Shown if a link is opened in a country without materials. */
function NotOfferedScreen() {
  const { t } = useLingui();
  usePageTitle(t`Marketing material`);
  return (
    <Page title={<Trans>Marketing material</Trans>}>
      <NotOffered />
    </Page>
  );
}

/** Shown while a material is loading, or if it isn't available. */
function NoMaterial({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  return (
    <RecordNotFound
      pageTitle={t`Marketing material`}
      collection="products"
      isLoading={isLoading}
      loadingLabel={t`Loading the marketing material`}
      skeleton={<SkeletonCard lines={8} />}
      title={t`Material not found`}
      description={<Trans>It isn’t available in your country, or it’s no longer offered.</Trans>}
      offlineText={<Trans>The marketing material appears here once you’re online.</Trans>}
      list="/marketing"
      listLabel={<Trans>All marketing material</Trans>}
    />
  );
}
