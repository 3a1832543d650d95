import { calls } from '#schemas/api/calls.ts';
import { oneOf } from './judge-answer.ts';
import { bearer } from './post.ts';
import { anyAddress, type Attack, restUntil } from './scene.ts';

export const CONNECTIONS = 300;

/**
 * One person asks for the dearest list by 300 connections at once, again and again, each from an address of its own:
 * no limit of an address helps.
 * @param restMs of each connection between two times
 */
export function crowd(token: string, restMs = 0): Attack {
  return async (scene) => {
    const path = `/api${calls.supportChats.path}?limit=1000`;
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
