/** What other features show of a lead: a project that was one. */
export { CustomerCard } from './customer-card.tsx';
export { InstallationDate } from './installation-date.tsx';
export { LeadNotes } from './lead-notes.tsx';
