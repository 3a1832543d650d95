import { type BodyOf, type Call } from '#schemas/api/call.ts';
import { type AttackRequest } from './exchange.ts';

/** Builds a call with a JSON body, as a client sends it. */
export function post<C extends Call>(
  { method, path }: C,
  body: BodyOf<C>,
  headers: Readonly<Record<string, string>> = {},
): AttackRequest {
  return {
    method,
    path: `/api${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** Headers of a signed-in user. */
export function bearer(token: string, headers: Readonly<Record<string, string>> = {}) {
  return { authorization: `Bearer ${token}`, ...headers };
}
