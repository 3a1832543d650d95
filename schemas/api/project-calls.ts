import * as v from 'valibot';
import {
  defineCall,
  fieldNames,
  zeroOrOne,
  idParams,
  listEntries,
  listResult,
  emptyResult,
} from './call.ts';
import { typedText, uuid } from '../primitives.ts';
import {
  installationDateEdit,
  project,
  projectCreateRequest,
  projectDetail,
  projectPatch,
} from '../project.ts';
import { projectFilter } from '../project-status.ts';
import { responseInput } from '../survey.ts';

/** Installation projects (spec 1 §7). */
export const projectCalls = {
  listProjects: defineCall({
    id: 'listProjects',
    method: 'GET',
    path: '/v1/project',
    summary:
      'List projects by status, newest first. With `since`, only changed ones, oldest change first.',
    query: v.object({
      ...listEntries,
      status: v.optional(projectFilter),
      /** Fields to return, joined by commas; all if missing. */
      constrainTo: v.optional(fieldNames(project)),
      /** `1` or `true`: only with a certificate; `0` or `false`: only without. Can't be combined with `since`. */
      has_warranty_certificate: v.optional(zeroOrOne),
    }),
    result: listResult(project),
    errors: ['checkpoint_stale'],
  }),
  searchProjects: defineCall({
    id: 'searchProjects',
    method: 'GET',
    path: '/v1/project/search',
    alias: '/v1/project/search/',
    summary: 'Search projects by address.',
    query: v.object({
      page: listEntries.page,
      limit: listEntries.limit,
      address: typedText(160, 1),
    }),
    result: listResult(project),
  }),
  getProject: defineCall({
    id: 'getProject',
    method: 'GET',
    path: '/v1/project/{id}',
    summary: 'Get a project with its products.',
    params: idParams,
    result: projectDetail,
    errors: ['project_not_found'],
  }),
  createProject: defineCall({
    id: 'createProject',
    method: 'POST',
    path: '/v1/project',
    summary:
      'Create a project at an address. If your company already uses the id, returns that project. Corrects its ' +
      'address if the edit replaces the one that created it; a closed project can’t be corrected.',
    body: projectCreateRequest,
    status: 201,
    result: project,
    errors: ['in_progress', 'key_reused', 'conflict', 'project_not_open'],
    idempotent: true,
  }),
  updateProject: defineCall({
    id: 'updateProject',
    method: 'PATCH',
    path: '/v1/project/{id}',
    summary:
      'Change a project’s status: start (1), close without a survey (2) or cancel (3). Idempotent. To cancel ' +
      'a project created from a lead, update the lead.',
    params: idParams,
    body: projectPatch,
    result: project,
    errors: [
      ...(['project_not_found', 'project_not_open', 'survey_incomplete'] as const),
      ...(['project_of_lead', 'move_not_allowed'] as const),
    ],
  }),
  updateProjectInstallationDate: defineCall({
    id: 'updateProjectInstallationDate',
    method: 'PATCH',
    path: '/v1/project/{id}/installation-date',
    summary:
      'Change or remove an open project’s installation date. For a project created from a lead, change the ' +
      'lead’s date. `conflict`: someone else has changed the date.',
    params: idParams,
    body: installationDateEdit,
    result: project,
    errors: [
      'project_not_found',
      'project_not_open',
      'project_of_lead',
      'conflict',
      'in_progress',
      'key_reused',
    ],
    idempotent: true,
  }),
  deleteProject: defineCall({
    id: 'deleteProject',
    method: 'DELETE',
    path: '/v1/project/{id}',
    summary: 'Delete an open project that has no products and wasn’t created from a lead.',
    params: idParams,
    result: emptyResult,
    errors: ['project_not_found', 'project_has_products', 'project_not_open', 'project_of_lead'],
  }),
  submitProjectSurvey: defineCall({
    id: 'submitProjectSurvey',
    method: 'POST',
    path: '/v1/project/{id}/survey',
    summary: 'Close a project with its survey answers; an empty list if it has no survey.',
    params: idParams,
    /**
     * `uuid` identifies the edit, so that a retry has no second effect. Answers about the lead are a separate
     * list. If there are no questions, `data` may be an empty list.
     */
    body: v.object({
      uuid: v.optional(uuid),
      data: v.union([
        v.object({
          response: responseInput,
          lead_survey_response: v.optional(responseInput),
        }),
        v.pipe(v.array(v.object({})), v.maxLength(0)),
      ]),
    }),
    result: project,
    errors: ['project_not_found', 'project_not_open', 'survey_incomplete', 'conflict'],
  }),
};
