import * as v from 'valibot';
import { newTeamMember, teamMember } from '../team.ts';
import { defineCall, idParams, listEntries, listResult, emptyResult } from './call.ts';

/** The company's team (spec 2 §7). `updateUser` changes a member, at the same path. */
export const teamCalls = {
  listTeamMembers: defineCall({
    id: 'listTeamMembers',
    method: 'GET',
    path: '/v1/installer/user',
    summary: 'List team members, newest first. Main roles only; owners also see contact details.',
    query: v.object({ page: listEntries.page, limit: listEntries.limit }),
    result: listResult(teamMember),
  }),
  getTeamMember: defineCall({
    id: 'getTeamMember',
    method: 'GET',
    path: '/v1/installer/user/{id}',
    summary: 'Get a team member.',
    params: idParams,
    result: teamMember,
  }),
  createTeamMember: defineCall({
    id: 'createTeamMember',
    method: 'POST',
    path: '/v1/installer/user',
    summary: 'Add an installer to the team and send them an invitation to sign in. Owners only.',
    body: newTeamMember,
    status: 201,
    result: teamMember,
    errors: ['phone_taken', 'invalid_phone', 'letters_not_allowed', 'team_full', 'key_reused'],
    idempotent: true,
  }),
  deleteTeamMember: defineCall({
    id: 'deleteTeamMember',
    method: 'DELETE',
    path: '/v1/installer/user/{id}',
    summary: 'Remove a team member. Their sessions end; their work stays. Owners only.',
    params: idParams,
    result: emptyResult,
  }),
  resendTeamInvitation: defineCall({
    id: 'resendTeamInvitation',
    method: 'GET',
    path: '/v1/installer/user/{id}/resend',
    summary:
      'Resend the invitation to sign in, as `sendTeamInvitation` does. For apps of version 3.9 and earlier, because a GET shouldn’t send a message. Owners only.',
    params: idParams,
    status: 201,
    result: emptyResult,
  }),
  sendTeamInvitation: defineCall({
    id: 'sendTeamInvitation',
    method: 'POST',
    path: '/v1/installer/user/{id}/resend',
    summary: 'Resend the invitation to sign in. Owners only.',
    params: idParams,
    status: 201,
    result: emptyResult,
  }),
};
