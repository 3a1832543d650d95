/** The calendar button, for the pages of a lead and a project. */
export { AddToCalendar } from './add-to-calendar.tsx';
