/** A new company's steps to its first points (spec 1 §1): scan, create a project, close it. */
import type { ProjectDocument } from '#schemas/project.ts';
import { type AppLink, paths } from '#src/app/paths.ts';
import {
  allowedTypes,
  type TierCategory,
  type TierProductCategory,
  windowCategories,
} from '#schemas/product-type.ts';
import type { RoleId } from '#schemas/roles.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { IconTile } from '#src/ui/media/icon-tile.tsx';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { productPicture } from '#src/ui/media/picture-files.ts';
import { Points } from '#src/ui/points.tsx';
import { useTierName } from './level-row.tsx';
import { combineLatest, map, type Observable } from 'rxjs';
import { newestLeads } from '#src/features/leads/queries.ts';
import { newestProjects } from '#src/features/projects/queries.ts';
import { hasScans } from '#src/features/scan/queries.ts';

/** Data on this device that determines the steps. */
export interface FirstStepFacts {
  readonly hasScans: boolean;
  readonly hasLeads: boolean;
  /** The newest project that is open or in review. */
  readonly project: Pick<ProjectDocument, 'uuid' | 'closing'> | null;
  /** True if a project was submitted and is under review. */
  readonly hasProjectInReview: boolean;
  /** True if a project was closed or lost. */
  readonly hasEndedProject: boolean;
}

interface FirstStep {
  readonly name: 'scan' | 'address' | 'close';
  readonly isDone: boolean;
  /** Screen where the step is done. */
  readonly link: AppLink;
}

/**
 * Returns the three steps until the first project ends. Companies that start with a lead don't need them.
 * @returns null if there are no steps
 */
export function firstSteps(facts: FirstStepFacts): readonly FirstStep[] | null {
  const { hasScans, hasLeads, project, hasProjectInReview, hasEndedProject } = facts;
  if (hasEndedProject) return null;
  if (hasLeads && !hasScans && project === null) return null;
  return [
    { name: 'scan', isDone: hasScans, link: paths.scan() },
    { name: 'address', isDone: project !== null, link: paths.projectAdd() },
    {
      name: 'close',
      isDone: hasProjectInReview || (project !== null && project.closing !== null),
      link: project === null ? paths.projects() : paths.project(project.uuid),
    },
  ];
}

interface FirstScan {
  /** True if the role may scan windows. */
  readonly isWindow: boolean;
  /** Tier categories that the role may scan, ascending. */
  readonly categories: readonly TierCategory[];
  /** A product type for the picture; undefined if there is none. */
  readonly type: string | undefined;
}

/**
 * Returns the products that a role can start scanning with (spec 1 §6).
 * @param role undefined while loading
 */
export function firstScan(
  categories: readonly TierProductCategory[],
  role: RoleId | undefined,
): FirstScan {
  const types = role === undefined ? new Set<string>() : allowedTypes(categories, role);
  const allowedCategories = categories
    .filter(({ type }) => types.has(type))
    .toSorted((a, b) => a.tier_category - b.tier_category);
  const windowCategory = allowedCategories.find((category) =>
    windowCategories.includes(category.tier_category),
  );
  return {
    isWindow: windowCategory !== undefined,
    categories: [...new Set(allowedCategories.map((category) => category.tier_category))],
    type: (windowCategory ?? allowedCategories[0])?.type,
  };
}

/** Checklist for a new company's first day. Shows nothing once a project has been closed or lost. */
export function FirstSteps() {
  const steps = useLiveQuery(watchFirstSteps, []);
  return steps ? <Steps steps={steps} /> : null;
}

/** The steps, ticked off when done. Registration counts as the first. */
function Steps({ steps }: { steps: readonly FirstStep[] }) {
  const id = useId();
  const company = useSingleton('self')?.company.name;
  const reservedPoints = useSingleton('points')?.points.reserved ?? 0;
  const format = useFormat();
  const stepText = useStepText(reservedPoints > 0);
  const doneCount = 1 + steps.filter(({ isDone }) => isDone).length;
  const stepCount = 1 + steps.length;
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex items-baseline justify-between gap-4 py-1.5">
        <h2 id={id} className="min-w-0 text-title font-semibold break-long">
          <Trans>Get started</Trans>
        </h2>
        <p className="shrink-0 text-small text-ink-soft tnum">
          <Trans>
            {doneCount} of {stepCount}
          </Trans>
        </p>
      </div>
      <List aria-labelledby={id}>
        <ListRow
          thumbnail={<IconTile icon={<Check />} tone="good" />}
          title={<DoneStep>{stepText.registered}</DoneStep>}
          meta={company}
          number={
            reservedPoints > 0 && (
              <Points
                number={format.number(reservedPoints)}
                label={format.points(reservedPoints)}
              />
            )
          }
        />
        {steps.map(({ name, isDone, link }) => {
          const { title, meta, picture } = stepText[name];
          return isDone ? (
            <ListRow
              key={name}
              thumbnail={<IconTile icon={<Check />} tone="good" />}
              title={<DoneStep>{title}</DoneStep>}
            />
          ) : (
            <ListRow key={name} thumbnail={picture} {...{ title, meta }} {...linkTo(link)} />
          );
        })}
      </List>
    </section>
  );
}

function DoneStep({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="sr-only">
        <Trans>Done:</Trans>{' '}
      </span>
      {children}
    </>
  );
}

/** The roof picture at a time of day. */
function Roof({ sky, roof }: { sky: 'dawn' | 'night'; roof: 'day' | 'night' }) {
  return (
    <span
      data-sky={sky}
      className="relative block size-[56px] shrink-0 overflow-hidden rounded-control sky card-line"
    >
      <img
        src={`/pictures/scenes/tile-${roof}-168.webp`}
        alt=""
        width={168}
        height={107}
        className="sky-roof"
      />
    </span>
  );
}

/** @param hasReservedPoints true if welcome points are reserved until the first project is closed */
function useStepText(hasReservedPoints: boolean) {
  const { t } = useLingui();
  const tierName = useTierName();
  const role = useIdentity()?.role;
  const { isWindow, categories, type } = firstScan(useSingleton('categories') ?? [], role);
  return {
    registered: t`Company registered`,
    scan: {
      title: isWindow ? t`Scan your first window` : t`Scan your first product`,
      meta: isWindow
        ? t`The label is on the sash`
        : categories.map((category) => tierName(category)).join(', '),
      picture: (
        <span className="size-[56px] shrink-0 overflow-hidden rounded-control card-line on-stage">
          <img
            src={`/pictures/${productPicture(type ?? '')}.webp`}
            alt=""
            width={224}
            height={224}
          />
        </span>
      ),
    },
    address: {
      title: t`New project`,
      meta: t`A street and a postal code are enough`,
      picture: <Roof sky="dawn" roof="day" />,
    },
    close: {
      title: t`Close the project`,
      meta: hasReservedPoints ? t`Get its points and your welcome points` : t`Get its points`,
      picture: <Roof sky="night" roof="night" />,
    },
  };
}

type Account = Parameters<typeof newestProjects>[0];

/** Emits the steps of a company that hasn't closed a project yet; null if it needs none. */
function watchFirstSteps(account: Account): Observable<readonly FirstStep[] | null> {
  return combineLatest({
    closed: newestProjects(account, 'closed', 1),
    lost: newestProjects(account, 'lost', 1),
    open: newestProjects(account, 'open', 1),
    inReview: newestProjects(account, 'in_review', 1),
    hasScans: hasScans(account),
    leads: combineLatest([newestLeads(account, 'open', 1), newestLeads(account, 'scheduled', 1)]),
  }).pipe(
    map(
      ({
        closed: closedProjects,
        lost: lostProjects,
        open: openProjects,
        inReview: projectsInReview,
        hasScans: hasAnyScan,
        leads,
      }) =>
        firstSteps({
          hasEndedProject: closedProjects.length > 0 || lostProjects.length > 0,
          hasScans: hasAnyScan,
          hasLeads: leads.some(({ length }) => length > 0),
          project: openProjects[0] ?? projectsInReview[0] ?? null,
          hasProjectInReview: projectsInReview.length > 0,
        }),
    ),
  );
}
