/** Lead components for the screen of a project that came from a lead, and texts for the day plan. */
export { CancelLead } from './reject-lead.tsx';
export { CustomerCard } from './customer-card.tsx';
export { InstallationDate } from './installation-date.tsx';
export { LeadNotes } from './lead-notes.tsx';
export { useRequestedItemName } from './lead-labels.ts';
