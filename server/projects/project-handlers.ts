import { randomUUID } from 'node:crypto';
import { daysLeft } from '#schemas/project.ts';
import { type Handlers } from '../http/handler.ts';
import { scanFromRow } from '../scans/scan-row.ts';
import { closeProject } from './close-project.ts';
import { createProject } from './create-project.ts';
import { deleteProject, changeProjectStatus } from './change-project-status.ts';
import { changeInstallationDate } from './installation-date.ts';
import { listChangedProjects, searchProjects, listProjects } from './list-projects.ts';
import { findProject } from './find-project.ts';
import { projectFromRow } from './project-row.ts';

/** Default page sizes of the list and the search (spec 1 §9). */
const LIST_LIMIT = 15;
const SEARCH_LIMIT = 3;

export const projectHandlers = {
  listProjects({ query, actor }, services) {
    const { page = 1, limit = LIST_LIMIT, since, status = 'open' } = query;
    const hasCertificate = query.has_warranty_certificate;
    if (since !== undefined) return listChangedProjects(actor.companyId, since, limit, services);
    return listProjects(
      actor.companyId,
      { status, certified: hasCertificate },
      { page, limit },
      services,
    );
  },

  searchProjects({ query, actor }, services) {
    const { page = 1, limit = SEARCH_LIMIT, address } = query;
    return searchProjects(actor.companyId, address, { page, limit }, services);
  },

  async getProject({ params, actor }, { db, clock }) {
    const row = await findProject(db, actor.companyId, params.id);
    const products = await db
      .selectFrom('scans')
      .selectAll()
      .where('projects_id', '=', row.uuid)
      .where('deleted', '=', false)
      .orderBy('created_at')
      .orderBy('rev')
      .execute();
    const project = projectFromRow(row);
    return {
      ...project,
      days_left: daysLeft(project.expires_at, clock.now()),
      products: products.map(scanFromRow),
    };
  },

  createProject: ({ body, actor, idempotencyKey }, services) =>
    createProject(body, idempotencyKey, actor, services),

  updateProject: ({ params, body, actor }, services) =>
    changeProjectStatus(params.id, body.status, actor, services),

  updateProjectInstallationDate: ({ params, body, actor, idempotencyKey }, services) =>
    changeInstallationDate({ ...body, uuid: params.id, key: idempotencyKey }, actor, services),

  async deleteProject({ params, actor }, services) {
    await deleteProject(params.id, actor.companyId, services);
    return {};
  },

  submitProjectSurvey({ params, body, actor }, services) {
    const { uuid = randomUUID(), data } = body;
    const answers = Array.isArray(data) ? { response: [] } : data;
    const submission = {
      projectUuid: params.id,
      opId: uuid.toLowerCase(),
      response: [...answers.response, ...(answers.lead_survey_response ?? [])],
    };
    return closeProject(submission, actor, services);
  },
} satisfies Partial<Handlers>;
