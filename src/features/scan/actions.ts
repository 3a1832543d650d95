/** What other features may do with scans. */
export { useHindranceWords } from './review/use-hindrance-words.ts';
export { useReview } from './review/use-review.ts';
export { useSaveToProject } from './review/use-save-to-project.ts';
