import { searchTerms } from '#schemas/text-search.ts';
import { filterStatuses, type ProjectFilter } from '#schemas/project-status.ts';
import { companyCounter, pullPage } from '../db/changes.ts';
import { containsPattern, newestFirstPage, type Page } from '../db/list-page.ts';
import { type Services } from '../services.ts';
import { projectFromRow } from './project-row.ts';

/**
 * Filters of the list. If `certified` is 1, only projects with a warranty certificate match. If it's 0, only projects
 * without one match.
 */
interface ProjectFilters {
  readonly status: ProjectFilter;
  readonly certified: 0 | 1 | undefined;
}

/** Lists the company's projects that match a filter, newest first. */
export function listProjects(
  companyId: string,
  { status, certified }: ProjectFilters,
  page: Page,
  services: Services,
) {
  const withStatus = existingProjects(companyId, services).where(
    'status',
    'in',
    filterStatuses[status],
  );
  const matching =
    certified === undefined
      ? withStatus
      : withStatus.where('warranty_certificate_uuid', certified === 1 ? 'is not' : 'is', null);
  return newestFirstPage(services.db, matching, page, projectFromRow);
}

/**
 * Lists the company's projects whose address or name contains every word of the text, newest first.
 */
export function searchProjects(companyId: string, text: string, page: Page, services: Services) {
  const patterns = searchTerms(text).map(containsPattern);
  const matchingProjects = existingProjects(companyId, services).where((eb) =>
    patterns.length === 0
      ? eb.lit(false)
      : eb.and(patterns.map((pattern) => eb('search_text', 'like', pattern))),
  );
  return newestFirstPage(services.db, matchingProjects, page, projectFromRow);
}

/**
 * Lists the company's projects that have changed since a checkpoint, whatever their status, so that devices notice
 * if a project no longer belongs in a filtered list.
 */
export function listChangedProjects(
  companyId: string,
  since: string,
  limit: number,
  services: Services,
) {
  const counter = companyCounter(services, companyId);
  return pullPage(companyProjects(companyId, services), { since, limit }, counter, projectFromRow);
}

function companyProjects(companyId: string, { db }: Services) {
  return db.selectFrom('projects').selectAll().where('company_id', '=', companyId);
}

function existingProjects(companyId: string, services: Services) {
  return companyProjects(companyId, services).where('deleted', '=', false);
}
