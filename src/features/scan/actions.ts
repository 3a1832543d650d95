/** What other features may do with scans. */
export { useHindranceWords } from './use-hindrance-words.ts';
export { useReview } from './use-review.ts';
export { useSaveToProject } from './use-save-to-project.ts';
