import { type Insertable } from 'kysely';
import { type CertificatesTable } from '../certificates/certificate-tables.ts';
import { type LeadsTable } from '../leads/lead-tables.ts';
import { type NotificationsTable } from '../notifications/notification-row.ts';
import { type OrdersTable } from '../orders/order-tables.ts';
import { type LedgerTable } from '../points/ledger-row.ts';
import { type ProjectsTable } from '../projects/project-tables.ts';
import { type ScansTable } from '../scans/scan-tables.ts';
import { type SupportChatsTable, type SupportMessagesTable } from '../support/support-tables.ts';
import { type SurveyInvitationsTable } from '../surveys/survey-row.ts';
import { demoCompanies, demoCompanyKeys, type DemoCompanyKey } from './companies.ts';
import { DAY, type WithoutRev } from './history-rows.ts';
import { demoCertificates } from './history-certificates.ts';
import { demoSupport } from './history-chats.ts';
import { demoLeads } from './history-leads.ts';
import { demoLedger } from './history-ledger.ts';
import { demoOrders } from './history-orders.ts';
import { demoProject } from './history-project.ts';
import { demoScans, type SerialSource, serialSource } from './history-scans.ts';
import { projectPlans } from './project-plans.ts';
import { demoSurveys } from './history-surveys.ts';
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
  /** The company's counter afterwards. */
  readonly rev: number;
}

/**
 * Generates the demo's history up to `now`, deterministically. Each serial number is used once
 * across all companies.
 * @param now milliseconds since 1970
 */
export function demoHistories(now: number): DemoHistory[] {
  const serials = serialSource();
  return demoCompanyKeys.map((company) => buildHistory(company, now, serials));
}

function buildHistory(company: DemoCompanyKey, now: number, serials: SerialSource): DemoHistory {
  const { id, region } = demoCompanies[company];
  const settings = demoRegionSettings.find(({ regional }) => regional.region === region);
  if (!settings) throw new Error(`The region ${region} has no settings.`);

  const projects: WithoutRev<ProjectsTable>[] = [];
  const scans: WithoutRev<ScansTable>[] = [];
  projectPlans[company].forEach((plan, index) => {
    const startedAt = now - plan.age * DAY;
    const uuid = demoUuid(`project:${company}:${index}`);
    const projectScans = demoScans(
      { company, projectUuid: uuid, plan, startedAt, settings },
      serials,
    );
    projects.push(demoProject({ company, index, uuid, plan, startedAt, settings }, projectScans));
    scans.push(...projectScans);
  });
  const earnings = demoLedger(company, projects, settings, now);
  const { orders, ledger: orderEntries } = demoOrders(company, earnings, now);
  const ledger = [...earnings, ...orderEntries];
  const { leads, notifications, projects: withLeads } = demoLeads(company, projects, now);
  const certificates = demoCertificates(company, projects, scans);
  const allProjects = withLeads.map((project) => withCertificate(certificates, project));

  const surveys = demoSurveys(company, now);
  const { chats, messages } = demoSupport(company, now);

  const others = [...leads, ...notifications, ...surveys, ...chats, ...orders, ...certificates];
  const changes = [...allProjects, ...scans, ...ledger, ...others].toSorted(
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

/** Issuing a certificate updates its project. */
function withCertificate(
  certificates: readonly WithoutRev<CertificatesTable>[],
  project: WithoutRev<ProjectsTable>,
): WithoutRev<ProjectsTable> {
  const projectScans = certificates.find(({ project_uuid }) => project_uuid === project.uuid);
  if (!projectScans) return project;
  return {
    ...project,
    warranty_certificate_uuid: projectScans.uuid,
    updated_at: projectScans.updated_at,
  };
}
