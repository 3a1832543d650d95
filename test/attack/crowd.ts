import { calls } from '#schemas/api/calls.ts';
import { oneOf } from './response-checks.ts';
import { bearer } from './post.ts';
import { anyAddress, type Attack, restUntil } from './scene.ts';

const CONNECTIONS = 300;

/**
 * One user requests the most expensive list over 300 connections, each from its own address, so that address
 * limits don't help.
 * @param restMs pause of each connection between requests
 */
export function crowd(token: string, restMs = 0): Attack {
  return async (scene) => {
    const path = `/api${calls.listSupportChats.path}?limit=1000`;
    const askOn = async () => {
      const headers = bearer(token, anyAddress(scene.random));
      while (!scene.isOver()) {
        await scene.ask({ method: 'GET', path, headers }, oneOf(200));
        await restUntil(scene, restMs);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, askOn));
  };
}
