/**
 * A new company's steps to its first points (spec 1 §1: scan, attach to a project, close it). Pure.
 */
import type { ProjectDocument } from '#schemas/project.ts';
import { type AppLink, paths } from '#src/app/paths.ts';
import {
  allowedTypes,
  type TierCategory,
  type TierProductCategory,
  windowCategories,
} from '#schemas/product-type.ts';
import type { RoleId } from '#schemas/roles.ts';

/** Facts on this device that decide the steps. */
export interface FirstStepFacts {
  readonly hasScans: boolean;
  readonly hasLeads: boolean;
  /** The newest project that is open or in review. */
  readonly project: Pick<ProjectDocument, 'uuid' | 'closing'> | null;
  /** A project was submitted and is under review. */
  readonly isInReview: boolean;
  /** A project was closed or lost. */
  readonly hasEnded: boolean;
}

export interface FirstStep {
  readonly name: 'scan' | 'address' | 'close';
  readonly isDone: boolean;
  /** Where to do it. */
  readonly link: AppLink;
}

/**
 * Returns the three steps until the first project ends. Companies that start with leads begin there
 * instead.
 * @returns null if no steps are shown
 */
export function firstSteps(facts: FirstStepFacts): readonly FirstStep[] | null {
  const { hasScans, hasLeads, project, isInReview, hasEnded } = facts;
  if (hasEnded) return null;
  if (hasLeads && !hasScans && project === null) return null;
  return [
    { name: 'scan', isDone: hasScans, link: paths.scan() },
    { name: 'address', isDone: project !== null, link: paths.projectAdd() },
    {
      name: 'close',
      isDone: isInReview || (project !== null && project.closing !== null),
      link: project === null ? paths.projects() : paths.project(project.uuid),
    },
  ];
}

interface FirstScan {
  /** True if windows are among them. */
  readonly isWindow: boolean;
  /** Tier categories that the role may scan, ascending. */
  readonly categories: readonly TierCategory[];
  /** A product type for the picture; undefined if there is none. */
  readonly type: string | undefined;
}

/**
 * Returns what a role may scan first, because roles differ in their product types (spec 1 §6).
 * @param role undefined while unknown
 */
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
