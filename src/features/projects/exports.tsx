/** Project features that other features may use. */
export { ObjectionSummary } from './detail/objection.tsx';
