import { type Insertable } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { type CertificatesTable } from '../certificates/certificate-tables.ts';
import { type LeadsTable } from '../leads/lead-tables.ts';
import { type NotificationsTable } from '../notifications/notification-row.ts';
import { type OrdersTable } from '../orders/order-tables.ts';
import { type LedgerTable } from '../points/ledger-row.ts';
import { type ProjectsTable } from '../projects/project-row.ts';
import { type ScansTable } from '../scans/scan-tables.ts';
import { type SupportChatsTable, type SupportMessagesTable } from '../support/support-tables.ts';
import { type SurveyInvitationsTable } from '../surveys/survey-row.ts';
import { demoCompanies, demoCompanyKeys, type DemoCompanyKey } from './companies.ts';
import { type WithoutRev } from './history-rows.ts';
import { buildDemoCertificates } from './history-certificates.ts';
import { buildDemoChats } from './history-chats.ts';
import { buildDemoLeads } from './history-leads.ts';
import { buildDemoLedger } from './history-ledger.ts';
import { buildDemoOrders } from './history-orders.ts';
import { buildDemoProject } from './history-project.ts';
import { buildDemoScans, type SerialSource, createSerialSource } from './history-scans.ts';
import { projectPlans } from './project-plans.ts';
import { buildDemoSurveys } from './history-surveys.ts';
import { demoRegionSettings } from './region-settings.ts';
import { demoUuid } from './seeded-random.ts';

/** A demo company's complete history, with revs. */
export interface DemoHistory {
  readonly companyId: string;
  readonly projects: readonly Insertable<ProjectsTable>[];
  readonly scans: readonly Insertable<ScansTable>[];
  readonly ledger: readonly Insertable<LedgerTable>[];
  readonly leads: readonly Insertable<LeadsTable>[];
  readonly notifications: readonly Insertable<NotificationsTable>[];
  readonly surveys: readonly Insertable<SurveyInvitationsTable>[];
  readonly chats: readonly Insertable<SupportChatsTable>[];
  readonly orders: readonly Insertable<OrdersTable>[];
  readonly messages: readonly Insertable<SupportMessagesTable>[];
  readonly certificates: readonly Insertable<CertificatesTable>[];
  /** Value of the company's change counter after all these rows. */
  readonly rev: number;
}

/**
 * Generates the demo's history up to `now`, always with the same result. Each serial number is used only once across
 * all companies.
 * @param now milliseconds since 1970
 */
export function buildDemoHistories(now: number): DemoHistory[] {
  const serials = createSerialSource();
  return demoCompanyKeys.map((company) => buildHistory(company, now, serials));
}

function buildHistory(company: DemoCompanyKey, now: number, serials: SerialSource): DemoHistory {
  const { id, region } = demoCompanies[company];
  const settings = demoRegionSettings.find(({ regional }) => regional.region === region);
  if (!settings) throw new Error(`The region ${region} has no settings.`);

  const projects: WithoutRev<ProjectsTable>[] = [];
  const scans: WithoutRev<ScansTable>[] = [];
  projectPlans[company].forEach((plan, index) => {
    const startedAt = now - plan.age * DAY_MS;
    const uuid = demoUuid(`project:${company}:${index}`);
    const projectScans = buildDemoScans(
      { company, projectUuid: uuid, plan, startedAt, settings },
      serials,
    );
    projects.push(
      buildDemoProject({ company, index, uuid, plan, startedAt, settings }, projectScans),
    );
    scans.push(...projectScans);
  });
  const earnings = buildDemoLedger(company, projects, settings, now);
  const { orders, ledger: orderEntries } = buildDemoOrders(company, earnings, now);
  const ledger = [...earnings, ...orderEntries];
  const {
    leads,
    notifications,
    projects: projectsWithLeads,
  } = buildDemoLeads(company, projects, now);
  const certificates = buildDemoCertificates(company, projects, scans);
  const allProjects = projectsWithLeads.map((project) => withCertificate(certificates, project));

  const surveys = buildDemoSurveys(company, now);
  const { chats, messages } = buildDemoChats(company, now);

  const otherRows = [...leads, ...notifications, ...surveys, ...chats, ...orders, ...certificates];
  const changes = [...allProjects, ...scans, ...ledger, ...otherRows].toSorted(
    (a, b) => Number(a.updated_at) - Number(b.updated_at),
  );
  const revs = new Map(changes.map((row, index) => [row.uuid, index + 1]));
  const withRev = <Row extends { uuid: string }>(row: Row): Row & { rev: number } => {
    return { ...row, rev: revs.get(row.uuid) ?? 0 };
  };
  return {
    companyId: id,
    projects: allProjects.map(withRev),
    scans: scans.map(withRev),
    ledger: ledger.map(withRev),
    leads: leads.map(withRev),
    notifications: notifications.map(withRev),
    surveys: surveys.map(withRev),
    chats: chats.map(withRev),
    orders: orders.map(withRev),
    messages,
    certificates: certificates.map(withRev),
    rev: changes.length,
  };
}

/** Adds a project's certificate, which also changes the project. */
function withCertificate(
  certificates: readonly WithoutRev<CertificatesTable>[],
  project: WithoutRev<ProjectsTable>,
): WithoutRev<ProjectsTable> {
  const certificate = certificates.find(({ project_uuid }) => project_uuid === project.uuid);
  if (!certificate) return project;
  return {
    ...project,
    warranty_certificate_uuid: certificate.uuid,
    updated_at: certificate.updated_at,
  };
}
