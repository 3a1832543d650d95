import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { marketingTypes } from '#schemas/marketing-pictures.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { useEmptiness } from '#src/data/live/emptiness.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { AbsentPage } from '#src/ui/absent-page.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { SkeletonCard } from '#src/ui/skeleton.tsx';
import { MaterialEditor } from './material-editor.tsx';
import { materialProducts } from './queries.ts';

/** `/marketing/{type}`: one type of marketing material, filled in, seen, and ordered (spec 2 §2). */
export function MaterialScreen() {
  const { type: asked = '' } = useParams({ strict: false });
  const products = useLiveQuery(materialProducts, []);
  const self = useSingleton('self');
  const type = marketingTypes.find((one) => one === asked);
  const own = products?.filter(({ marketing }) => marketing.type === type);
  const [first] = own ?? [];
  if (!type || !own || !first || !self) {
    return <NoMaterial isLoading={products === undefined || (first !== undefined && !self)} />;
  }
  return <MaterialEditor key={type} type={type} products={[first, ...own.slice(1)]} self={self} />;
}

/** In place of a material: it is being read, is still to come, or there is none. */
function NoMaterial({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  const emptiness = useEmptiness('products');
  usePageTitle(t`Marketing material`);
  return (
    <AbsentPage
      title={t`Marketing material`}
      state={isLoading ? 'loading' : emptiness}
      loading={t`Loading the marketing material`}
      bones={<SkeletonCard lines={8} />}
      notHere={t`This material is not here`}
      why={<Trans>It is not offered in your country, or not any more.</Trans>}
      later={<Trans>The marketing material appears here once you are online.</Trans>}
      toAll={
        <LinkButton {...linkTo(paths.marketing())}>
          <Trans>All marketing material</Trans>
        </LinkButton>
      }
    />
  );
}
