import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, ScanLine } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { whenIdle } from '#src/data/device/when-idle.ts';
import { useEmptiness } from '#src/data/live/emptiness.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/page.tsx';
import { HomeNotices } from './home-notices.tsx';
import { OpenProjects } from './open-projects.tsx';
import { PointsCards } from './points-cards.tsx';

// Not on the first view: what stands there comes first, and their script after it.
const LaterCards = lazy(async () => {
  await whenIdle();
  return { default: (await import('./later-cards.tsx')).LaterCards };
});

/** Home (spec 1 §2): where the points stand, what waits, and the way to the next product. */
export function HomeScreen() {
  const { t } = useLingui();
  const { addProductLink } = useDeviceSettings();
  // On a new device everything comes from the server first: what stands below it waits for that.
  const isArriving = useEmptiness('projects') === 'loading';
  usePageTitle(t`Home`);
  return (
    <Page title={<Trans>Home</Trans>} titleHidden width="wide">
      {/* What comes a moment later comes below, and moves nothing that a thumb is on its way to. */}
      <div className="grid gap-7 desk:grid-cols-2 desk:grid-rows-[auto_auto_1fr] desk:gap-x-10">
        <div className="min-w-0 space-y-5">
          <HomeNotices />
          <PointsCards />
          <LinkButton size="large" fullWidth icon={<ScanLine />} {...linkTo(addProductLink)}>
            <Trans>Add a product</Trans>
          </LinkButton>
        </div>
        <div className="min-w-0 space-y-3 desk:row-span-2">
          <OpenProjects />
          <LinkButton variant="secondary" fullWidth icon={<Plus />} {...linkTo(paths.projectAdd())}>
            <Trans>Add a project</Trans>
          </LinkButton>
        </div>
        {!isArriving && (
          <Suspense>
            <LaterCards />
          </Suspense>
        )}
      </div>
    </Page>
  );
}
