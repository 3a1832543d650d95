import { calls } from '#schemas/api/calls.ts';
import { expectStatus } from './response-checks.ts';
import { bearer } from './post.ts';
import { randomClientHeaders, type Attack, pauseUnlessFinished } from './attack-context.ts';

const CONNECTIONS = 300;

/**
 * One user requests the most expensive list over 300 connections, each from its own address, so that address
 * limits don't help.
 * @param pauseMs pause of each connection between requests
 */
export function openCrowd(token: string, pauseMs = 0): Attack {
  return async (context) => {
    const path = `/api${calls.listSupportChats.path}?limit=1000`;
    const sendUntilFinished = async () => {
      const headers = bearer(token, randomClientHeaders(context.random));
      while (!context.isFinished()) {
        await context.send({ method: 'GET', path, headers }, expectStatus(200));
        await pauseUnlessFinished(context, pauseMs);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, sendUntilFinished));
  };
}
