/** Guide parts that other features may use. */
export { SavedDocumentsSection } from './documents.tsx';
