import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, use, useEffect } from 'react';
import {
  type HomeSnapshot,
  HomeSnapshotContext,
  saveHomeSnapshot,
  type SnapshotProject,
} from '#src/data/account/home-snapshot.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { whenIdle } from '#src/data/device/when-idle.ts';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import {
  countProjects,
  isClosingSoon,
  newestProjects,
  unsentByProject,
  useProjectEarnings,
} from '#src/features/projects/queries.ts';
import { Page } from '#src/ui/layout/page.tsx';
import { HomeFrame } from './home-frame.tsx';
import { HoldFirstPaint } from './hold-first-paint.tsx';
import { OpenProjectRows, OpenProjects, MAX_SHOWN, toShownProject } from './open-projects.tsx';
import { PointsHero } from './points-hero.tsx';
import { useIsNewCompany } from './use-is-new-company.ts';
import { TodoSkeleton, TodoSlot } from './todo-slot.tsx';

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
  const snapshot = use(HomeSnapshotContext);
  return (
    <Page title={<Trans>Home</Trans>} titleHidden width="wide">
      {snapshot ? <SavedHome {...snapshot} /> : <HomeParts />}
    </Page>
  );
}

/** As it was last: while the store opens. */
function SavedHome({ points, projects, count, lifeDays }: HomeSnapshot) {
  return (
    <HomeFrame
      isLast
      hero={<PointsHero points={points} isNew={false} />}
      waiting={<TodoSkeleton />}
      projects={<OpenProjectRows projects={projects} count={count} lifeDays={lifeDays} />}
    />
  );
}

function HomeParts() {
  // On a new device everything comes from the server first: what stands below it waits for that.
  const isArriving = useCollectionState('projects') === 'loading';
  const projects = useLiveQuery((account) => newestProjects(account, 'open', READ), []);
  const count = useLiveQuery((account) => countProjects(account, 'open'), []) ?? 0;
  const unsent = useLiveQuery(unsentByProject, []);
  const lifeDays = useSingleton('configuration')?.project_life_days;
  const points = useSingleton('points')?.company_points;
  const isNew = useIsNewCompany();
  const clock = useRegionalClock();
  const gainOf = useProjectEarnings();
  // What is told of among what waits is not told again.
  const others = projects
    ?.filter((project) => !isClosingSoon(project, unsent?.get(project.uuid)?.waiting ?? 0, clock))
    .slice(0, MAX_SHOWN)
    .map((project) => toShownProject(project, unsent?.get(project.uuid), gainOf(project)));
  useSaveHomeSnapshot({
    points,
    projects: isArriving || isNew ? undefined : others,
    count,
    lifeDays,
  });
  // What comes a moment later comes below, or has its room kept: it moves nothing that a thumb is on its way to.
  return (
    <HomeFrame
      hero={<PointsHero points={points} isNew={isNew} />}
      steps={
        isNew && (
          <Suspense fallback={<HoldFirstPaint />}>
            <FirstSteps />
          </Suspense>
        )
      }
      waiting={<TodoSlot {...{ isArriving, isNew, unsent }} />}
      // The first day leads to the first project.
      projects={
        !(isNew && projects?.length === 0) && (
          <OpenProjects projects={others} count={count} lifeDays={lifeDays} />
        )
      }
      later={
        !isArriving && (
          <Suspense>
            <LaterCards />
          </Suspense>
        )
      }
    />
  );
}

interface ShownHome {
  points: number | undefined;
  /** Undefined while nobody knows whether these are all. */
  projects: readonly SnapshotProject[] | undefined;
  count: number;
  lifeDays: number | undefined;
}

/** Keeps what is shown for the next start, once nothing else is to be done. */
function useSaveHomeSnapshot({ points, projects, count, lifeDays }: ShownHome): void {
  const userId = useIdentity()?.user_id;
  const name = useSingleton('self')?.name;
  useEffect(() => {
    if (!userId || !projects || points === undefined || name === undefined) return undefined;
    // Without a project home says what to do about that, which is more than a start has to know.
    const isWorthIt = projects.length > 0;
    const snapshot = isWorthIt ? { name, points, projects: [...projects], count, lifeDays } : null;
    let isGone = false;
    // Who has signed out meanwhile leaves nothing behind.
    void whenIdle().then(() => isGone || saveHomeSnapshot(localStorage, userId, snapshot));
    return () => {
      isGone = true;
    };
  });
}
