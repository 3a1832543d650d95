import { addDays, dayIn } from '#schemas/calendar-day.ts';
import { DAY_MS, HOUR_MS } from '#schemas/durations.ts';
import { regionLanguage } from '#schemas/languages.ts';
import { isNegative } from '#schemas/lead-status.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { type CustomerInfo, toProjectLead } from '#schemas/project-lead.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { toJsonb } from '../db/jsonb.ts';
import { getLeadExpiry } from '../leads/lead-deadlines.ts';
import { type LeadsTable } from '../leads/lead-tables.ts';
import { renderNotification, notificationTypes } from '../notifications/notify.ts';
import { type NotificationsTable } from '../notifications/notification-row.ts';
import { type ProjectsTable } from '../projects/project-row.ts';
import { type DemoAccount, demoAccounts } from './accounts.ts';
import { demoCompanies, type DemoCompanyKey } from './companies.ts';
import { type WithoutRev } from './history-rows.ts';
import { demoCustomers, type LeadPlan, leadPlans } from './lead-plans.ts';
import { demoUuid } from './seeded-random.ts';
import { translateAll } from './texts.ts';

/** Days until the installation of a scheduled project. */
const DAYS_TO_INSTALLATION = 3;

/** A company's leads and notifications, and its projects. */
interface LeadHistory {
  readonly leads: WithoutRev<LeadsTable>[];
  readonly notifications: WithoutRev<NotificationsTable>[];
  /** The company's projects; those created from leads contain the lead. */
  readonly projects: WithoutRev<ProjectsTable>[];
}

/**
 * Builds a company's leads and their notifications.
 * @param now milliseconds since 1970
 */
export function buildDemoLeads(
  company: DemoCompanyKey,
  projects: readonly WithoutRev<ProjectsTable>[],
  now: number,
): LeadHistory {
  const leads = (leadPlans[company] ?? []).map((plan, index) =>
    buildLead(company, plan, index, projects, now),
  );
  const leadByProject = new Map(leads.map(({ row, snapshot }) => [row.project_id, snapshot]));
  return {
    leads: leads.map(({ row }) => row),
    notifications: leads
      .filter(({ row }) => row.status === 'new')
      .flatMap(({ row, city }) => buildNotifications(company, row, city)),
    projects: projects.map((project) => {
      const lead = leadByProject.get(project.uuid);
      return lead ? { ...project, lead: toJsonb(lead) } : project;
    }),
  };
}

function buildLead(
  company: DemoCompanyKey,
  plan: LeadPlan,
  index: number,
  projects: readonly WithoutRev<ProjectsTable>[],
  now: number,
) {
  const customers = demoCustomers[company] ?? [];
  const customer = customers[index % customers.length];
  if (!customer) throw new Error(`The company ${company} has no customers.`);
  const customer_info: CustomerInfo = {
    FirstName: customer.firstName,
    LastName: customer.lastName,
    StreetHouseNumber: customer.street,
    PostalCode: customer.postalCode,
    City: customer.city,
  };
  const uuid = demoUuid(`lead:${company}:${index}`);
  const arrivedAt = now - plan.age * DAY_MS - HOUR_MS;
  const movedAt = plan.status === 'new' ? arrivedAt : now - plan.movedAge * DAY_MS - HOUR_MS;
  const project = projects.find(({ status }) => status === plan.project);
  const windows = 1 + (index % 4);
  const plannedDay = dayIn(demoCompanies[company].region, now + DAYS_TO_INSTALLATION * DAY_MS);
  const installation_day = {
    agreed: plannedDay,
    closed: dayIn(demoCompanies[company].region, movedAt),
    'expired-agreement': addDays(dayIn(demoCompanies[company].region, movedAt), -60),
  }[plan.status as string];
  const { extras, notes } = getCustomerTexts(demoCompanies[company].region, index);
  const email = `${customer.firstName
    .replace('Ł', 'L')
    .normalize('NFKD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()}@customer.example`;
  const row: WithoutRev<LeadsTable> = {
    uuid,
    company_id: demoCompanies[company].id,
    op_id: demoUuid(`lead-edit:${uuid}`),
    created_at: new Date(arrivedAt),
    updated_at: new Date(movedAt),
    status: plan.status,
    expires_on: getLeadExpiry(plan.status, movedAt),
    customer_info: toJsonb(customer_info),
    mobile: customer.phone,
    mobile_phone: '',
    email,
    windows,
    products: toJsonb([{ type: 'GGL', quantity: windows }]),
    extras: toJsonb(extras),
    notes,
    installation_day: installation_day ?? null,
    reasons: toJsonb(plan.reasons ?? []),
    project_id: project?.uuid ?? null,
    ...getMover(company, plan),
    moved_at: new Date(movedAt),
  };
  const snapshot = toProjectLead({
    uuid,
    customer_info,
    Mobile: customer.phone,
    MobilePhone: '',
    EmailForwindow: email,
    extras,
    NotesFromVELUXClub: notes,
    expected_installation_date: installation_day ?? null,
  });
  return { row, snapshot, city: customer.city };
}

/** Returns the customer's and the club's notes, in the country's language. */
function getCustomerTexts(region: RegionCode, index: number) {
  const inLanguage = (en: string) => textInLanguage(translateAll(en), regionLanguage(region));
  return {
    extras: {
      Notes: inLanguage('The loft is dark and the old window leaks.\nPlease call after 4 pm.'),
      CustomerRequested: inLanguage(index % 2 === 0 ? 'A visit' : 'An offer'),
    },
    notes: index % 3 === 0 ? inLanguage('The customer has been in the showroom.') : '',
  };
}

function getMover(company: DemoCompanyKey, { status }: LeadPlan) {
  const isByOperator = status === 'new' || status.startsWith('rejected');
  if (isByOperator) return { moved_by: 'operator' as const, mover_id: null };
  const isByPerson =
    isNegative(status) || ['interested', 'contacted', 'agreed', 'lost'].includes(status);
  if (!isByPerson) return { moved_by: 'system' as const, mover_id: null };
  return { moved_by: 'installer' as const, mover_id: listPeople(company)[0]?.userId ?? null };
}

function buildNotifications(
  company: DemoCompanyKey,
  lead: WithoutRev<LeadsTable>,
  city: string,
): WithoutRev<NotificationsTable>[] {
  return listPeople(company).map((person) => ({
    uuid: demoUuid(`notification:${lead.uuid}:${person.userId}`),
    company_id: lead.company_id,
    op_id: demoUuid(`notification-edit:${lead.uuid}:${person.userId}`),
    created_at: lead.created_at,
    updated_at: lead.created_at,
    user_id: person.userId,
    ...renderNotification('lead_new', person.language, { subject: city }),
    type: notificationTypes.lead_new,
    event: 'lead_new' as const,
    meta: toJsonb({ ticket_uuid: null, lead_uuid: lead.uuid, project_uuid: null }),
  }));
}

function listPeople(company: DemoCompanyKey): DemoAccount[] {
  return Object.values(demoAccounts).filter((account) => account.company === company);
}
