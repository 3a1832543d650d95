import * as v from 'valibot';
import { newTeamMember, teamMember } from '../team.ts';
import { defineCall, idParams, listEntries, listResult, emptyResult } from './call.ts';

/** The company's team (spec 2 §7). `updateUser` changes a member, at the same path. */
export const teamCalls = {
  team: defineCall({
    id: 'team',
    method: 'GET',
    path: '/v1/installer/user',
    summary:
      'Everybody of the company, newest first. Main roles only; owners also see how to reach them.',
    query: v.object({ page: listEntries.page, limit: listEntries.limit }),
    result: listResult(teamMember),
  }),
  teamMember: defineCall({
    id: 'teamMember',
    method: 'GET',
    path: '/v1/installer/user/{id}',
    summary: 'Somebody of the company.',
    params: idParams,
    result: teamMember,
  }),
  addTeamMember: defineCall({
    id: 'addTeamMember',
    method: 'POST',
    path: '/v1/installer/user',
    summary:
      'Add an installer to the team; they get a message with the way to the sign-in. Owners only.',
    body: newTeamMember,
    status: 201,
    result: teamMember,
    errors: ['phone_taken', 'invalid_phone', 'letters_not_allowed', 'team_full', 'key_reused'],
    idempotent: true,
  }),
  removeTeamMember: defineCall({
    id: 'removeTeamMember',
    method: 'DELETE',
    path: '/v1/installer/user/{id}',
    summary: 'Remove somebody from the team: their sessions end, their work stays. Owners only.',
    params: idParams,
    result: emptyResult,
  }),
  resendToTeamMember: defineCall({
    id: 'resendToTeamMember',
    method: 'GET',
    path: '/v1/installer/user/{id}/resend',
    summary: 'Send the message with the way to the sign-in again. Owners only.',
    params: idParams,
    status: 201,
    result: emptyResult,
  }),
};
