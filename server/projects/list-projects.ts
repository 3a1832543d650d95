import { searchWords } from '#schemas/address-search.ts';
import { filterStatuses, type ProjectFilter } from '#schemas/project-status.ts';
import { companyCounter, pullPage } from '../db/changes.ts';
import { newestPage, type Page } from '../db/list-page.ts';
import { type Services } from '../services.ts';
import { projectFromRow } from './project-state.ts';

/** The company's projects of a filter, newest first. */
export function projectsByFilter(
  companyId: string,
  filter: ProjectFilter,
  page: Page,
  services: Services,
) {
  const found = livingProjects(companyId, services).where('status', 'in', filterStatuses[filter]);
  return newestPage(services.db, found, page, projectFromRow);
}

/** The company's projects whose address or name contains every word of the text, newest first. */
export function projectsByAddress(companyId: string, text: string, page: Page, services: Services) {
  const patterns = searchWords(text).map(containing);
  const found = livingProjects(companyId, services).where((eb) =>
    patterns.length === 0
      ? eb.lit(false)
      : eb.and(patterns.map((pattern) => eb('search_text', 'like', pattern))),
  );
  return newestPage(services.db, found, page, projectFromRow);
}

/** A LIKE pattern for texts that contain the given one; its own wildcards are only letters. */
function containing(word: string): string {
  return `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** The company's changes after a checkpoint, of all statuses: a project that leaves a list is told of. */
export function changedProjects(
  companyId: string,
  since: string,
  limit: number,
  services: Services,
) {
  const counter = companyCounter(services, companyId);
  return pullPage(ownProjects(companyId, services), { since, limit }, counter, projectFromRow);
}

function ownProjects(companyId: string, { db }: Services) {
  return db.selectFrom('projects').selectAll().where('company_id', '=', companyId);
}

function livingProjects(companyId: string, services: Services) {
  return ownProjects(companyId, services).where('deleted', '=', false);
}
