import { type BodyOf, type Call } from '#schemas/api/call.ts';
import { type Asked } from './exchange.ts';

/** A call of the contract with a body of JSON, as a client sends it. */
export function post<C extends Call>(
  { method, path }: C,
  body: BodyOf<C>,
  headers: Readonly<Record<string, string>> = {},
): Asked {
  return {
    method,
    path: `/api${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** The headers of somebody who is signed in. */
export function bearer(token: string, more: Readonly<Record<string, string>> = {}) {
  return { authorization: `Bearer ${token}`, ...more };
}
