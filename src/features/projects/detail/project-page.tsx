import type { ReactNode } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ProjectStatusId } from '#schemas/project-status.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { classNames } from '#src/ui/class-names.ts';
import { useScrolledPast } from '#src/ui/focus/use-scrolled-past.ts';
import { PageFooter } from '#src/ui/layout/page.tsx';
import { pictureFile, type PictureName } from '#src/ui/media/picture-files.ts';
import { RevealTogether } from '#src/ui/feedback/reveal-together.tsx';
import { townOf } from '../address.ts';
import { BackToProjects } from '../back-to-projects.tsx';
import { ProjectBadge } from '../project-badge.tsx';
import './project-page.css';
import { projectSky, roofUnder } from '../project-sky.ts';
import { SunPath } from './sun-path.tsx';

/** Height of the icon bar over the picture, in px. Content under it counts as scrolled out. */
const BAR_PX = 56;
const COLUMN = 'mx-auto w-full max-w-narrow px-gutter';

interface ProjectPageProps {
  project: ProjectDocument;
  status: ProjectStatusId;
  /** Icon buttons at the end of the bar. */
  actions: ReactNode;
  children: ReactNode;
  footer: ReactNode;
}

/**
 * Layout of a project's screen: its address under a sky that shows the time left, its content, and
 * the main action. Renders `<main>`.
 */
export function ProjectPage({ project, status, actions, children, footer }: ProjectPageProps) {
  const lifeDays = useSingleton('configuration')?.project_life_days;
  const sky = projectSky({ ...project, status: { id: status } }, lifeDays, useRegionalClock().now);
  const { ref, out } = useScrolledPast(BAR_PX);
  const place = [townOf(project), project.name].filter(Boolean).join(' · ');
  return (
    <main
      id="main"
      tabIndex={-1}
      data-column="narrow"
      className="flex min-h-[calc(100dvh-var(--app-header-block)-var(--strip-block))] flex-col ps-(--rail-inline) pb-[calc(var(--foot-offset)+var(--scan-rise))] outline-none"
    >
      <header
        data-over={out ? undefined : sky.name}
        className="project-bar sticky top-(--app-header-block) z-10 pt-[env(safe-area-inset-top)] transition-colors"
      >
        <div className={classNames(COLUMN, 'flex min-h-14 items-center gap-1')}>
          <div className="-ms-3">
            <BackToProjects />
          </div>
          <p
            aria-hidden="true"
            className={classNames(
              'min-w-0 flex-1 truncate font-display text-title font-semibold',
              !out && 'invisible',
            )}
          >
            {project.street_name}
          </p>
          <div className="-me-3 flex shrink-0 items-center">{actions}</div>
        </div>
      </header>
      <div className="project-scene">
        <div data-sky={sky.name} data-detail-picture className="project-sky sky">
          {sky.sun !== null && <SunPath sun={sky.sun} />}
          <Roof name={`scenes/cut-${roofUnder(sky.name)}`} />
          <div aria-hidden="true" className="project-dim absolute! inset-0" />
          <div ref={ref} className={COLUMN}>
            <h1 className="text-hero font-semibold break-long">{project.street_name}</h1>
            {place && <p className="mt-0.5 text-[0.9375rem] break-long">{place}</p>}
            <p className="mt-2">
              <ProjectBadge status={status} />
            </p>
          </div>
          <div aria-hidden="true" className="project-seam" />
        </div>
      </div>
      <div className={classNames(COLUMN, 'relative -mt-2 flex-1 pb-10 desk:mt-0 desk:pt-5')}>
        <RevealTogether>{children}</RevealTogether>
      </div>
      {footer && <PageFooter column={COLUMN}>{footer}</PageFooter>}
    </main>
  );
}

function Roof({ name }: { name: PictureName }) {
  return (
    <img
      src={pictureFile(name, 720)}
      srcSet={`${pictureFile(name, 720)} 720w, ${pictureFile(name, 1200)} 1200w`}
      sizes="(min-width: 56.25rem) 40rem, 100vw"
      width={1200}
      height={567}
      alt=""
      fetchPriority="high"
      className="project-roof"
    />
  );
}
