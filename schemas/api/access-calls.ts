import * as v from 'valibot';
import { defineCall, listOf, nothing } from './call.ts';
import { configuration, publicConfiguration } from '../configuration.ts';
import { installerUser } from '../installer.ts';
import { moment } from '../primitives.ts';
import { region } from '../regions.ts';
import { loginRequest, loginResponse, token, verifyRequest } from '../session.ts';

/** Getting in, the person, and the configuration (spec 1 §7). */
export const accessCalls = {
  ping: defineCall({
    id: 'ping',
    method: 'GET',
    path: '/v1/ping',
    summary: "Whether the server can be reached, its clock, and its database's epoch.",
    access: 'public',
    result: v.object({ time: moment, epoch: v.pipe(v.string(), v.maxLength(36)) }),
  }),
  login: defineCall({
    id: 'login',
    method: 'POST',
    path: '/v2/installer/login',
    summary: 'Ask for a one-time code by e-mail or phone.',
    access: 'public',
    body: loginRequest,
    result: loginResponse,
    errors: ['installer_not_found'],
  }),
  verifyLogin: defineCall({
    id: 'verifyLogin',
    method: 'POST',
    path: '/v2/installer/login/verify',
    summary: 'Sign in with the one-time code.',
    access: 'public',
    body: verifyRequest,
    result: token,
    errors: ['invalid_code'],
  }),
  refresh: defineCall({
    id: 'refresh',
    method: 'POST',
    path: '/v2/installer/refresh',
    summary: 'Exchange the refresh token for new tokens.',
    access: 'public',
    body: token,
    result: token,
    errors: ['session_expired', 'refresh_reused'],
  }),
  logout: defineCall({
    id: 'logout',
    method: 'POST',
    path: '/v2/installer/user/logout',
    summary: 'End this session.',
    result: nothing,
  }),
  self: defineCall({
    id: 'self',
    method: 'GET',
    path: '/v1/installer/user/self',
    summary: 'The signed-in person and their company.',
    result: installerUser,
  }),
  publicConfiguration: defineCall({
    id: 'publicConfiguration',
    method: 'GET',
    path: '/v1/config/public',
    summary: 'What the app needs before anybody has signed in.',
    access: 'public',
    result: publicConfiguration,
  }),
  configuration: defineCall({
    id: 'configuration',
    method: 'GET',
    path: '/v1/config',
    summary: "The rules of the person's region; also the maintenance probe.",
    result: configuration,
  }),
  regions: defineCall({
    id: 'regions',
    method: 'GET',
    path: '/v1/region',
    summary: 'The supported countries.',
    access: 'public',
    query: v.object({}),
    result: listOf(region),
  }),
};
