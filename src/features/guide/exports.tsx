/** Guide parts that other features may use. */
export { KeptDocumentsSection } from './documents.tsx';
