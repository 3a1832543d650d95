import { projectStatus, type ProjectStatusId } from '#schemas/project-status.ts';
import type { DemoCompanyKey } from './companies.ts';

/** A demo project's status, age and products. */
export interface ProjectPlan {
  readonly status: ProjectStatusId;
  /** Age in days when the demo is loaded. */
  readonly age: number;
  readonly products: number;
  /** Number of rejected products. */
  readonly rejected?: number;
  /** True if the product in review needs a new photo. */
  readonly needsPhoto?: boolean;
  /** Days from the loading of the demo until the installation. If omitted, the project has no installation date. */
  readonly daysToInstallation?: number;
}

const { inProgress, closed, lost, scheduled, inReview } = projectStatus;

/** Enough projects for a second page in the main lists, with points over three years. */
const busyCompanyPlans: readonly ProjectPlan[] = [
  plan(scheduled, 1, 0),
  { ...plan(inProgress, 2, 4), daysToInstallation: 0 },
  { ...plan(inProgress, 6, 0), daysToInstallation: 1 },
  plan(inProgress, 9, 7),
  { ...plan(inReview, 12, 3), needsPhoto: true },
  { ...plan(scheduled, 15, 0), daysToInstallation: -1 },
  plan(inProgress, 24, 2),
  plan(closed, 31, 6),
  plan(inProgress, 48, 12),
  plan(inReview, 55, 5),
  plan(closed, 66, 3),
  plan(inProgress, 86, 3),
  plan(closed, 90, 8),
  { ...plan(closed, 118, 5), rejected: 1 },
  plan(lost, 140, 2),
  plan(closed, 151, 4),
  plan(closed, 204, 9),
  plan(closed, 262, 2),
  plan(lost, 300, 0),
  plan(closed, 331, 7),
  plan(closed, 402, 3),
  plan(closed, 498, 5),
  plan(closed, 610, 6),
  plan(closed, 704, 4),
  plan(closed, 745, 8),
];

const quietCompanyPlans: readonly ProjectPlan[] = [
  { ...plan(inProgress, 3, 3), daysToInstallation: 0 },
  plan(scheduled, 5, 0),
  plan(inReview, 20, 2),
  plan(inProgress, 41, 5),
  plan(closed, 75, 4),
  plan(lost, 210, 1),
  plan(closed, 240, 6),
  plan(closed, 720, 3),
];

/** Projects by demo company, newest first. */
export const projectPlans: Record<DemoCompanyKey, readonly ProjectPlan[]> = {
  nowak: busyCompanyPlans,
  dvorak: quietCompanyPlans,
  studio: quietCompanyPlans,
  ionescu: quietCompanyPlans,
  bondar: quietCompanyPlans,
};

function plan(status: ProjectStatusId, age: number, products: number): ProjectPlan {
  return { status, age, products };
}
