/** What other features do with projects, and what they say that these bring: home stands without it. */
export { noteLastProject, readLastProject } from './last-project.ts';
export { goesInReview } from './project-points.ts';
export { useWorth } from './use-worth.ts';
export { type Worth, worthOf } from './worth.ts';
