import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ProjectStatusId } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { classNames } from '#src/ui/class-names.ts';
import { RevealTogether } from '#src/ui/feedback/reveal-together.tsx';
import { Skeleton, SkeletonCard, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { useScrolledPast } from '#src/ui/focus/use-scrolled-past.ts';
import { PageFooter } from '#src/ui/layout/page.tsx';
import { pictureFile, type PictureName } from '#src/ui/media/picture-files.ts';
import { BackToProjects } from './no-project.tsx';
import { ProjectBadge } from '../project-badge.tsx';
import { townOf } from '../queries.ts';
import { projectSky, roofForSky, sunPosition, sunPath } from '../project-sky.tsx';
import './project-page.css';

/** Height of the icon bar over the image, in px. Content under it counts as scrolled out of view. */
const BAR_PX = 56;
const COLUMN = 'mx-auto w-full max-w-narrow px-gutter';

interface ProjectPageProps {
  project: ProjectDocument;
  status: ProjectStatusId;
  /** Icon buttons at the end of the bar. */
  actions: ReactNode;
  children: ReactNode;
  /** True until the content has been read. */
  isLoading: boolean;
  footer: ReactNode;
}

/**
 * Layout of a project's screen: the address in front of a sky that shows the time left, the content, and the main
 * action. Renders `<main>`.
 */
export function ProjectPage(props: ProjectPageProps) {
  const { project, status, actions, children, isLoading, footer } = props;
  const lifeDays = useSingleton('configuration')?.project_life_days;
  const sky = projectSky({ ...project, status: { id: status } }, lifeDays, useRegionalClock().now);
  const { ref, isScrolledPast } = useScrolledPast(BAR_PX);
  const location = [townOf(project), project.name].filter(Boolean).join(' · ');
  return (
    <main
      id="main"
      tabIndex={-1}
      data-column="narrow"
      className="flex min-h-[calc(100dvh-var(--app-header-block)-var(--strip-block))] flex-col ps-(--rail-inline) pb-[calc(var(--foot-offset)+var(--scan-rise))] outline-none"
    >
      <header
        data-over={isScrolledPast ? undefined : sky.name}
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
              !isScrolledPast && 'invisible',
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
          <Roof name={`scenes/cut-${roofForSky(sky.name)}`} />
          <div aria-hidden="true" className="project-dim absolute! inset-0" />
          <div ref={ref} className={COLUMN}>
            <h1 className="text-hero font-semibold break-long">{project.street_name}</h1>
            {location && <p className="mt-0.5 text-[0.9375rem] break-long">{location}</p>}
            <p className="mt-2">
              <ProjectBadge status={status} />
            </p>
          </div>
          <div aria-hidden="true" className="project-seam" />
        </div>
      </div>
      <div className={classNames(COLUMN, 'relative -mt-2 flex-1 pb-10 desk:mt-0 desk:pt-5')}>
        {/* Everything appears together, because content that arrives later would push the rest down. */}
        <RevealTogether fallback={<LoadingProducts />} isPending={isLoading}>
          {children}
        </RevealTogether>
      </div>
      {footer && <PageFooter column={COLUMN}>{footer}</PageFooter>}
    </main>
  );
}

function LoadingProducts() {
  const { t } = useLingui();
  return (
    <Skeleton label={t`Loading products`}>
      <SkeletonCard />
      <SkeletonRow />
      <SkeletonRow />
    </Skeleton>
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

/** Size of the drawing; the stylesheet scales it to the width of the sky. */
const WIDTH = 390;
const HEIGHT = 225;
/** Visible part of the height: the arc ends at the roof. */
const VISIBLE_HEIGHT = 124;
/** Duration of the sunrise animation in ms; it runs once. */
const RISE_MS = 320;

const pointAt = (sun: number) => {
  const { x, y } = sunPosition(sun);
  return { x: Math.round(x * WIDTH), y: Math.round(y * HEIGHT) };
};
const pathData = (from: number, to: number) =>
  sunPath(from, to)
    .map(pointAt)
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`)
    .join('');

/**
 * The sun's path over a project: gold for the time passed, dots for the time left. Decorative, because the card
 * below shows the same as text.
 * @param sun progress, 0 to 1
 */
function SunPath({ sun }: { sun: number }) {
  const { x, y } = pointAt(sun);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${VISIBLE_HEIGHT}`} className="sun-path" aria-hidden="true">
      <path d={pathData(sun, 1)} className="sun-remaining" />
      <path d={pathData(0, sun)} className="sun-elapsed" />
      <g ref={useSunriseAnimation(sun)}>
        <circle cx={x} cy={y} r={26} className="sun-glow" />
        <circle cx={x} cy={y} r={15} className="sun-disc" />
      </g>
    </svg>
  );
}

/** Moves the sun along its path when it first appears, unless motion is reduced. */
function useSunriseAnimation(sun: number) {
  const ref = useRef<SVGGElement>(null);
  const initialSun = useRef(sun);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const finalPoint = pointAt(initialSun.current);
    const steps = sunPath(0, initialSun.current).map(pointAt);
    const animation = ref.current?.animate(
      steps.map(({ x, y }) => ({
        transform: `translate(${x - finalPoint.x}px, ${y - finalPoint.y}px)`,
      })),
      { duration: RISE_MS, easing: 'cubic-bezier(.2,.8,.2,1)' },
    );
    return () => animation?.cancel();
  }, []);
  return ref;
}
