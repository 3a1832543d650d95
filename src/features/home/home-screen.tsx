import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, ScanLine } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { whenIdle } from '#src/data/device/when-idle.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/page.tsx';
import { HomeNotices } from './home-notices.tsx';
import { OpenProjects } from './open-projects.tsx';
import { PointsCards } from './points-cards.tsx';

// Not on the first view: what stands there comes first, and their two dozen files after it.
const FurtherCards = lazy(async () => {
  await whenIdle();
  return { default: (await import('./further-cards.tsx')).FurtherCards };
});
const LastCards = lazy(async () => {
  await whenIdle();
  return { default: (await import('./last-cards.tsx')).LastCards };
});

/** Home (spec 1 §2): where the points stand, what waits, and the way to the next product. */
export function HomeScreen() {
  const { t } = useLingui();
  const { addProductLink } = useDeviceSettings();
  usePageTitle(t`Home`);
  return (
    <Page title={<Trans>Home</Trans>} titleHidden width="wide">
      <div className="grid gap-7 desk:grid-cols-2 desk:gap-x-10">
        <div className="min-w-0 space-y-5">
          <HomeNotices />
          <PointsCards />
          <LinkButton size="large" fullWidth icon={<ScanLine />} {...linkTo(addProductLink)}>
            <Trans>Add a product</Trans>
          </LinkButton>
          {/* Below what the thumb goes for: it comes a moment later than the rest. */}
          <Suspense>
            <FurtherCards />
          </Suspense>
        </div>
        <div className="min-w-0 space-y-3">
          <OpenProjects />
          <LinkButton variant="secondary" fullWidth icon={<Plus />} {...linkTo(paths.projectAdd())}>
            <Trans>Add a project</Trans>
          </LinkButton>
          <Suspense>
            <LastCards />
          </Suspense>
        </div>
      </div>
    </Page>
  );
}
