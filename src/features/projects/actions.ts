/**
 * Project actions and point calculations for other features, separate from `queries.ts`, which the home screen
 * loads.
 */
export { saveLastProject, readLastProject } from './last-project.ts';
export { needsReview } from './project-points.ts';
export { usePointRules } from './use-point-rules.ts';
export { type PointRules, type ProductPoints, pointsOfProducts } from './product-points.ts';
