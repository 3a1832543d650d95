/** What other features do with projects, and what they say that these bring: home stands without it. */
export { saveLastProject, readLastProject } from './last-project.ts';
export { needsReview } from './project-points.ts';
export { usePointRules } from './use-point-rules.ts';
export { type PointRules, pointsOfProducts } from './product-points.ts';
