/** What other features show of a lead: a project that was one. */
export { CancelLead } from './cancel-lead.tsx';
export { CustomerCard } from './customer-card.tsx';
export { InstallationDate } from './installation-date.tsx';
export { LeadNotes } from './lead-notes.tsx';
