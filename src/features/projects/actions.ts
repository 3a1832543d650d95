/**
 * Project actions and point calculations for other features. They are separate from `queries.ts`, because the home
 * screen loads that file.
 */
export { saveLastProject, readLastProject } from './last-project.ts';
export { needsReview } from './project-points.ts';
export { usePointRules } from './use-point-rules.ts';
export { type PointRules, type ProductPoints, pointsOfProducts } from './product-points.ts';
