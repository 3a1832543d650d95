import * as v from 'valibot';
import { defineCall, emptyResult } from './call.ts';
import { moment } from '../primitives.ts';
import {
  impersonationRequest,
  impersonationSession,
  loginRequest,
  loginResponse,
  signedIn,
  token,
  verifyRequest,
} from '../session.ts';

/** Signing in and out (spec 1 §7). */
export const accessCalls = {
  ping: defineCall({
    id: 'ping',
    method: 'GET',
    path: '/v1/ping',
    summary: 'Check that the server is reachable. Returns its clock and database epoch.',
    access: 'public',
    // A server that takes longer than this counts as unreachable.
    timeoutMs: 10_000,
    result: v.object({ time: moment, epoch: v.pipe(v.string(), v.maxLength(36)) }),
  }),
  requestSignInCode: defineCall({
    id: 'requestSignInCode',
    method: 'POST',
    path: '/v2/installer/login',
    summary: 'Request a one-time code by email or phone.',
    access: 'public',
    body: loginRequest,
    result: loginResponse,
    errors: ['installer_not_found'],
    sendsDeviceCookie: true,
  }),
  signIn: defineCall({
    id: 'signIn',
    method: 'POST',
    path: '/v2/installer/login/verify',
    summary: 'Sign in with the one-time code.',
    access: 'public',
    body: verifyRequest,
    result: signedIn,
    errors: ['invalid_code', 'forbidden'],
    sendsDeviceCookie: true,
  }),
  refreshSession: defineCall({
    id: 'refreshSession',
    method: 'POST',
    path: '/v2/installer/refresh',
    alias: '/v1/session/refresh',
    summary: 'Exchange the refresh token for new tokens.',
    access: 'public',
    body: token,
    result: token,
    errors: ['session_expired', 'refresh_reused'],
  }),
  startImpersonation: defineCall({
    id: 'startImpersonation',
    method: 'POST',
    path: '/v1/session/faker',
    summary:
      'Exchange an impersonation token for a session. Where impersonation is disabled, only tokens of read-only sessions are valid.',
    access: 'public',
    body: impersonationRequest,
    result: impersonationSession,
    errors: ['session_expired'],
  }),
  signOut: defineCall({
    id: 'signOut',
    method: 'POST',
    path: '/v2/installer/user/logout',
    summary: 'End this session.',
    result: emptyResult,
  }),
};
