import { Trans, useLingui } from '@lingui/react/macro';
import { Keyboard, Plus, ScanLine } from 'lucide-react';
import { lazy, Suspense, use, useEffect, type ReactNode } from 'react';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import {
  type HomeSnapshot,
  HomeSnapshotContext,
  saveHomeSnapshot,
  type SnapshotProject,
} from '#src/data/account/home-snapshot.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { whenIdle } from '#src/data/device/when-idle.ts';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
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
import { LinkButton } from '#src/ui/link-button.tsx';
import {
  HoldFirstPaint,
  OpenProjectRows,
  OpenProjects,
  MAX_OPEN_PROJECTS,
  toSnapshotProject,
} from './open-projects.tsx';
import { PointsHero } from './points-hero.tsx';
import { TodoSkeleton, TodoSlot } from './todo-slot.tsx';
import { useIsNewCompany } from './use-is-new-company.ts';

// Below the fold, so load it after the first view.
const LaterCards = lazy(async () => {
  await whenIdle();
  return { default: (await import('./later-cards.tsx')).LaterCards };
});

// Only for new companies.
const FirstSteps = lazy(async () => ({
  default: (await import('./first-steps-list.tsx')).FirstSteps,
}));

/**
 * Number of open projects to read for the first view. Reading all 500 of a large company took 400 ms on a slow
 * phone. Projects that expire soon are left out here, because they are in the to-do list. The newest projects expire
 * last, so it's enough to read a few more projects than are shown.
 */
const PROJECTS_TO_READ = 12;

/** Home (spec 1 §2): points, to-dos, and actions for the next product and project. */
export function HomeScreen() {
  const { t } = useLingui();
  usePageTitle(t`Home`);
  const snapshot = use(HomeSnapshotContext);
  return (
    <Page title={<Trans>Home</Trans>} titleHidden width="wide">
      {snapshot ? <SavedHome {...snapshot} /> : <LiveHome />}
    </Page>
  );
}

/** Shows the snapshot of the last visit until the local database is open. */
function SavedHome({ points, projects, count, lifeDays }: HomeSnapshot) {
  return (
    <HomeFrame
      isSnapshot
      hero={<PointsHero points={points} isNewCompany={false} />}
      todos={<TodoSkeleton />}
      projects={<OpenProjectRows projects={projects} count={count} lifeDays={lifeDays} />}
    />
  );
}

function LiveHome() {
  // On a new device, the parts below appear after the first download.
  const isFirstDownload = useCollectionState('projects') === 'loading';
  const projects = useLiveQuery((account) => newestProjects(account, 'open', PROJECTS_TO_READ), []);
  const count = useLiveQuery((account) => countProjects(account, 'open'), []) ?? 0;
  const changesByProject = useLiveQuery(unsentByProject, []);
  const lifeDays = useSingleton('configuration')?.project_life_days;
  const points = useSingleton('points')?.company_points;
  const isNewCompany = useIsNewCompany();
  const clock = useRegionalClock();
  const earningsOf = useProjectEarnings();
  // Projects in the to-do list aren't repeated here.
  const otherProjects = projects
    ?.filter(
      (project) =>
        !isClosingSoon(project, changesByProject?.get(project.uuid)?.waiting ?? 0, clock),
    )
    .slice(0, MAX_OPEN_PROJECTS)
    .map((project) =>
      toSnapshotProject(project, changesByProject?.get(project.uuid), earningsOf(project)),
    );
  useSaveHomeSnapshot({
    points,
    projects: isFirstDownload || isNewCompany ? undefined : otherProjects,
    count,
    lifeDays,
  });
  // Parts that load later are below, or have reserved space, to avoid layout shift.
  return (
    <HomeFrame
      hero={<PointsHero points={points} isNewCompany={isNewCompany} />}
      steps={
        isNewCompany && (
          <Suspense fallback={<HoldFirstPaint />}>
            <FirstSteps />
          </Suspense>
        )
      }
      todos={<TodoSlot {...{ isFirstDownload, isNewCompany, changesByProject }} />}
      // A new company's checklist leads to the first project, so this part isn't shown until there is one.
      projects={
        !(isNewCompany && projects?.length === 0) && (
          <OpenProjects projects={otherProjects} count={count} lifeDays={lifeDays} />
        )
      }
      laterCards={
        !isFirstDownload && (
          <Suspense>
            <LaterCards />
          </Suspense>
        )
      }
    />
  );
}

interface SnapshotInput {
  points: number | undefined;
  /** Undefined until the list is complete. */
  projects: readonly SnapshotProject[] | undefined;
  count: number;
  lifeDays: number | undefined;
}

/** Saves the displayed content for the next start, once the browser is idle. */
function useSaveHomeSnapshot({ points, projects, count, lifeDays }: SnapshotInput): void {
  const userId = useIdentity()?.user_id;
  const name = useSingleton('self')?.name;
  useEffect(() => {
    if (!userId || !projects || points === undefined || name === undefined) return undefined;
    // Without projects, the screen shows content that isn't in a snapshot.
    const hasProjects = projects.length > 0;
    const snapshot = hasProjects
      ? { name, points, projects: [...projects], count, lifeDays }
      : null;
    let isUnmounted = false;
    // Don't save after a sign-out.
    void whenIdle().then(() => isUnmounted || saveHomeSnapshot(draftStorage, userId, snapshot));
    return () => {
      isUnmounted = true;
    };
  });
}

interface HomeFrameProps {
  hero: ReactNode;
  /** First-day checklist of a new company. */
  steps?: ReactNode;
  todos: ReactNode;
  /** Open projects, followed by the button for a new one. */
  projects: ReactNode;
  laterCards?: ReactNode;
  /** True for the snapshot of the last visit. */
  isSnapshot?: boolean;
}

/** Layout of home, with the actions that are always available. */
function HomeFrame({ hero, steps, todos, projects, laterCards, isSnapshot }: HomeFrameProps) {
  const { addProductLink } = useDeviceSettings();
  return (
    <div className="home-parts" aria-busy={isSnapshot}>
      <div className="flex flex-col gap-5 [grid-area:top]">
        {hero}
        <div data-main-action className="split desk:hidden">
          <LinkButton
            size="large"
            fullWidth
            icon={<ScanLine />}
            {...linkTo({ to: addProductLink })}
          >
            <Trans>Add product</Trans>
          </LinkButton>
          {addProductLink === '/scan' && (
            <LinkButton size="large" icon={<Keyboard />} {...linkTo(paths.scanManual())}>
              <span className="sr-only">
                <Trans>Enter manually</Trans>
              </span>
            </LinkButton>
          )}
        </div>
        {steps}
      </div>
      {todos}
      {projects && (
        <div className="space-y-3 [grid-area:projects]">
          {projects}
          <LinkButton variant="secondary" fullWidth icon={<Plus />} {...linkTo(paths.projectAdd())}>
            <Trans>New project</Trans>
          </LinkButton>
        </div>
      )}
      {laterCards}
    </div>
  );
}
