/** Project features that other features may use. */
export { RejectionSummary } from './detail/rejection.tsx';
