/** The way of a new company to its first points (spec 1 §1: scan, attach to a project, close it). Pure. */
import type { ProjectDocument } from '#schemas/project.ts';
import { paths } from '#src/app/paths.ts';
import {
  allowedTypes,
  type TierCategory,
  type TierProductCategory,
  windowCategories,
} from '#schemas/product-type.ts';
import type { RoleId } from '#schemas/roles.ts';

/** What is on this device of a company, as far as its first steps are seen in it. */
export interface FirstStepFacts {
  readonly hasScans: boolean;
  readonly hasLeads: boolean;
  /** The newest one that is open, or looked at after closing. */
  readonly project: Pick<ProjectDocument, 'uuid' | 'closing'> | null;
  /** One was submitted, and is looked at. */
  readonly isInReview: boolean;
  /** One is over: closed, or lost. */
  readonly hasEnded: boolean;
}

export interface FirstStep {
  readonly name: 'scan' | 'address' | 'close';
  readonly isDone: boolean;
  /** Where it is done. */
  readonly path: string;
}

/**
 * The three steps, each with whether it was taken: until the first project is over. A company whose customers
 * came before it did anything has them to begin with, and none of this.
 * @returns null where nobody has to be told
 */
export function firstSteps(facts: FirstStepFacts): readonly FirstStep[] | null {
  const { hasScans, hasLeads, project, isInReview, hasEnded } = facts;
  if (hasEnded) return null;
  if (hasLeads && !hasScans && project === null) return null;
  return [
    { name: 'scan', isDone: hasScans, path: paths.scan() },
    { name: 'address', isDone: project !== null, path: paths.projectAdd() },
    {
      name: 'close',
      isDone: isInReview || (project !== null && project.closing !== null),
      path: project === null ? paths.projects() : paths.project(project.uuid),
    },
  ];
}

export interface FirstScan {
  /** Whether windows are among it. */
  readonly isWindow: boolean;
  /** The tier categories of all that the role may scan, ascending. */
  readonly categories: readonly TierCategory[];
  /** A type of it for the picture; undefined where there is none. */
  readonly type: string | undefined;
}

/** @param role undefined while it is not known: then nothing is said of windows */
export function firstScan(
  known: readonly TierProductCategory[],
  role: RoleId | undefined,
): FirstScan {
  const types = role === undefined ? new Set<string>() : allowedTypes(known, role);
  const allowed = known
    .filter(({ type }) => types.has(type))
    .toSorted((one, other) => one.tier_category - other.tier_category);
  const window = allowed.find((one) => windowCategories.includes(one.tier_category));
  return {
    isWindow: window !== undefined,
    categories: [...new Set(allowed.map((one) => one.tier_category))],
    type: (window ?? allowed[0])?.type,
  };
}
