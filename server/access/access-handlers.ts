import { type Handlers } from '../http/handler.ts';
import { impersonate } from './impersonation.ts';
import { login } from './login.ts';
import { limits, enforceLimit } from './rate-limits.ts';
import { getSignedInUser } from './self.ts';
import { endSession, rotateTokens } from './sessions.ts';
import { verifyLogin } from './verify-login.ts';

/** Ping, sign-in, sign-out, and the signed-in person. */
export const accessHandlers = {
  ping: async (_input, services) => {
    const epoch = await services.epoch.currentOrLast();
    return { time: new Date(services.clock.now()).toISOString(), epoch };
  },
  requestSignInCode: login,
  signIn: verifyLogin,
  startImpersonation: impersonate,
  refreshSession: async ({ body, clientNetwork }, services) => {
    await enforceLimit(services, limits.refreshesPerNetwork, clientNetwork);
    return rotateTokens(services, body.refresh_token);
  },
  signOut: async ({ actor }, services) => {
    await endSession(services.db, actor.sessionId, services.clock.now(), 'logout');
    return {};
  },
  getSignedInUser,
} satisfies Partial<Handlers>;
