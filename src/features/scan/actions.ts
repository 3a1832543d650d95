/** What other features may do with scans. */
export { useBlockingReasonWords } from './review/use-blocking-reason-words.ts';
export { useReview } from './review/use-review.ts';
export { useSaveToProject } from './review/use-save-to-project.ts';
export { EarlierScan } from './product/earlier-scan.tsx';
