import { calls } from '#schemas/api/calls.ts';
import { oneOf } from './judge-answer.ts';
import { type Attack, restUntil } from './scene.ts';

export const CONNECTIONS = 300;

/**
 * One person asks for the dearest list by 300 connections at once, again and again.
 * @param restMs between two times
 */
export function crowd(token: string, restMs = 0): Attack {
  return async (scene) => {
    const asked = {
      method: 'GET',
      path: `/api${calls.supportChats.path}?limit=1000`,
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.30' },
    };
    const askOnce = () => scene.ask(asked, oneOf(200));
    while (!scene.isOver()) {
      await Promise.all(Array.from({ length: CONNECTIONS }, askOnce));
      await restUntil(scene, restMs);
    }
  };
}
