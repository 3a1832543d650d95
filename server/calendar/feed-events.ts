import { type Kysely, sql } from 'kysely';
import { brand } from '#brand';
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import { type CalendarEvent } from '#schemas/calendar-file.ts';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { type EventTexts, jobEvent } from '#schemas/job-event.ts';
import { listOpenJobs } from '#schemas/jobs.ts';
import { type Language } from '#schemas/languages.ts';
import { isActiveLead, leadStatuses } from '#schemas/lead-status.ts';
import { type Lead } from '#schemas/lead.ts';
import { productFamilyOf } from '#schemas/product-family.ts';
import { findTierCategory } from '#schemas/product-type.ts';
import { isProjectOpen, projectStatus } from '#schemas/project-status.ts';
import { type Project } from '#schemas/project.ts';
import { listProductTypes } from '../configuration/region-rules.ts';
import { type Database } from '../db/tables.ts';
import { type Actor } from '../http/handler.ts';
import { canHaveLeads, leadFromRow, selectLeads } from '../leads/lead-row.ts';
import { projectFromRow } from '../projects/project-row.ts';
import { getTexts } from '../texts/texts.ts';

/** Number of past days in a feed. */
const DAYS_BACK = 90;
/** Maximum number of leads, and of projects, in a feed; later ones are left out. */
const MAX_ROWS = 500;

const activeLeads = leadStatuses.filter(isActiveLead);
const openProjects = Object.values(projectStatus).filter(isProjectOpen);

/** The person whose installations are listed. */
type JobViewer = Pick<Actor, 'companyId' | 'role' | 'region'>;

/**
 * Lists the events of the company's open leads and projects that have a date, in date order. People who can't have
 * leads get only projects.
 * @param options `origin` of the app, for links; `texts` in the person's language; `now` in ms
 */
export async function listJobEvents(
  db: Kysely<Database>,
  viewer: JobViewer,
  options: { readonly origin: string; readonly texts: EventTexts; readonly now: number },
): Promise<readonly CalendarEvent[]> {
  const { origin, texts, now } = options;
  const firstDay = addDays(dayIn(viewer.region, now), -DAYS_BACK);
  const projects = await listDatedProjects(db, viewer.companyId, firstDay);
  const leads = (await canHaveLeads(db, viewer))
    ? await listDatedLeads(db, viewer.companyId, firstDay)
    : [];
  return listOpenJobs(leads, projects)
    .flatMap((job) => {
      const { date: day, lead, project } = job;
      if (day === null) return [];
      const path = project ? `/projects/${project.uuid}` : `/leads/${job.id}`;
      const changeTimes = [lead, project].flatMap((entity) => (entity ? [entity.updated_at] : []));
      return jobEvent(job, {
        day,
        url: new URL(path, origin).href,
        changedAt: Math.max(...changeTimes.map((time) => Date.parse(time))),
        texts,
      });
    })
    .toSorted((a, b) => compare(a.day, b.day) || compare(a.id, b.id));
}

async function listDatedLeads(
  db: Kysely<Database>,
  companyId: string,
  firstDay: string,
): Promise<Lead[]> {
  const rows = await selectLeads(db, companyId)
    .where('leads.deleted', '=', false)
    .where('leads.status', 'in', activeLeads)
    .where('leads.installation_day', '>=', firstDay)
    .orderBy('leads.installation_day')
    .orderBy('leads.uuid')
    .limit(MAX_ROWS)
    .execute();
  return rows.map(leadFromRow);
}

async function listDatedProjects(
  db: Kysely<Database>,
  companyId: string,
  firstDay: string,
): Promise<Project[]> {
  // A project from a lead uses the lead's date.
  const day = sql<string>`coalesce(lead ->> 'expected_installation_date', installation_date)`;
  const rows = await db
    .selectFrom('projects')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('deleted', '=', false)
    .where('status', 'in', openProjects)
    .where(day, '>=', firstDay)
    .orderBy(day)
    .orderBy('uuid')
    .limit(MAX_ROWS)
    .execute();
  return rows.map(projectFromRow);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Texts of a calendar feed: its name, and texts for its events. */
interface FeedTexts extends EventTexts {
  readonly calendarName: string;
}

/** Loads the texts of a feed, including the app's product names. */
export async function loadFeedTexts(
  db: Kysely<Database>,
  requestedLanguage: Language,
): Promise<FeedTexts> {
  const { language, translate } = getTexts(requestedLanguage);
  const categories = await listProductTypes(db);
  const numbers = new Intl.NumberFormat(formattingLocale(language));
  return {
    calendarName: translate('calendar.name', { brand: brand.name }),
    title: (subject) => translate('calendar.installation', { subject }),
    productName(type) {
      if (type === null) return translate('product.roof_window');
      const family = productFamilyOf(type, findTierCategory(categories, type));
      return family === 'product' ? type : translate(`product.${family}`);
    },
    number: (value) => numbers.format(value),
  };
}
