import { Trans, useLingui } from '@lingui/react/macro';
import { Keyboard, Plus, ScanLine } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { whenIdle } from '#src/data/device/when-idle.ts';
import { useEmptiness } from '#src/data/live/emptiness.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useClock } from '#src/data/time/use-clock.ts';
import {
  countProjects,
  isClosingSoon,
  newestProjects,
  unsentByProject,
} from '#src/features/projects/queries.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/page.tsx';
import { Meanwhile } from './meanwhile.tsx';
import { OpenProjects } from './open-projects.tsx';
import { PointsHero } from './points-hero.tsx';
import { useIsNew } from './use-is-new.ts';
import { WaitingPlace } from './waiting-place.tsx';

// Not on the first view: what stands there comes first, and their script after it.
const LaterCards = lazy(async () => {
  await whenIdle();
  return { default: (await import('./later-cards.tsx')).LaterCards };
});

// Seen by new companies only.
const FirstSteps = lazy(async () => ({
  default: (await import('./first-steps-list.tsx')).FirstSteps,
}));

/**
 * So many of the open projects are read for the first view. Reading all 500 of a large company held it up by 400 ms
 * on a slow phone; the newest run out last, so a few more than are shown are enough.
 */
const READ = 12;

/** Home (spec 1 §2): where the points stand, what waits, and the way to the next product. */
export function HomeScreen() {
  const { t } = useLingui();
  usePageTitle(t`Home`);
  return (
    <Page title={<Trans>Home</Trans>} titleHidden width="wide">
      <HomeParts />
    </Page>
  );
}

function HomeParts() {
  const { addProductLink } = useDeviceSettings();
  // On a new device everything comes from the server first: what stands below it waits for that.
  const isArriving = useEmptiness('projects') === 'loading';
  const projects = useLiveQuery((account) => newestProjects(account, 'open', READ), []);
  const count = useLiveQuery((account) => countProjects(account, 'open'), []) ?? 0;
  const unsent = useLiveQuery(unsentByProject, []);
  const isNew = useIsNew();
  const clock = useClock();
  // What is told of among what waits is not told again.
  const others = projects?.filter(
    (project) => !isClosingSoon(project, unsent?.get(project.uuid)?.waiting ?? 0, clock),
  );
  // What comes a moment later comes below, or has its room kept: it moves nothing that a thumb is on its way to.
  return (
    <div className="home-parts">
      <div className="flex flex-col gap-5 [grid-area:top]">
        <PointsHero isNew={isNew} />
        <div data-main-action className="split desk:hidden">
          <LinkButton size="large" fullWidth icon={<ScanLine />} {...linkTo(addProductLink)}>
            <Trans>Add a product</Trans>
          </LinkButton>
          {addProductLink === '/scan' && (
            <LinkButton size="large" icon={<Keyboard />} {...linkTo(paths.scanManual())}>
              <span className="sr-only">
                <Trans>Enter by hand</Trans>
              </span>
            </LinkButton>
          )}
        </div>
        {isNew && (
          <Suspense fallback={<Meanwhile />}>
            <FirstSteps />
          </Suspense>
        )}
      </div>
      <WaitingPlace {...{ isArriving, isNew, unsent }} />
      {/* The first day leads to the first project. */}
      {!(isNew && projects?.length === 0) && (
        <div className="space-y-3 [grid-area:projects]">
          <OpenProjects projects={others} count={count} unsent={unsent} />
          <LinkButton variant="secondary" fullWidth icon={<Plus />} {...linkTo(paths.projectAdd())}>
            <Trans>Add a project</Trans>
          </LinkButton>
        </div>
      )}
      {!isArriving && (
        <Suspense>
          <LaterCards />
        </Suspense>
      )}
    </div>
  );
}
