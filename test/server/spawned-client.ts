import { randomUUID } from 'node:crypto';
import { calls } from '#schemas/api/calls.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { waitForNewest } from '#test/e2e-fixtures/club.ts';
import { type SpawnedServer } from '#test/setup/spawned-server.ts';

export const owner = demoAccounts.polishOwner;

interface RequestOptions {
  readonly token?: string;
  /** Sent as JSON by POST. */
  readonly body?: unknown;
  /** The idempotency key. */
  readonly key?: string;
}

/** Calls the API and returns any response. */
export function request(
  server: SpawnedServer,
  path: string,
  init: RequestOptions = {},
): Promise<Response> {
  return fetch(`${server.url}/api${path}`, {
    method: init.body === undefined ? 'GET' : 'POST',
    headers: {
      ...(init.token !== undefined && { authorization: `Bearer ${init.token}` }),
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
      ...(init.key !== undefined && { 'idempotency-key': init.key }),
    },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  });
}

/** Calls the API and returns the parsed body. Throws on a failure. */
export async function requestJson<T>(
  server: SpawnedServer,
  path: string,
  init?: RequestOptions,
): Promise<T> {
  const response = await request(server, path, init);
  if (!response.ok) throw new Error(`${path} responded with ${response.status}.`);
  return (await response.json()) as T;
}

export async function signIn(
  server: SpawnedServer,
  { email, region }: Pick<typeof owner, 'email' | 'region'> = owner,
): Promise<string> {
  const codes = async () => {
    const response = await fetch(`${server.url}/dev/codes.json`);
    const { data } = (await response.json()) as { data: { to: string; code: string }[] };
    return data.filter(({ to }) => to === email).map(({ code }) => code);
  };
  const earlierCount = (await codes()).length;
  const challenge = await requestJson<{ user_id: string; challenge_id: string }>(
    server,
    calls.requestSignInCode.path,
    {
      body: { email, region },
    },
  );
  const code = await waitForNewest(codes, earlierCount);
  const body = { userId: challenge.user_id, challenge_id: challenge.challenge_id, code };
  return (await requestJson<{ token: string }>(server, calls.signIn.path, { body })).token;
}

export async function newProject(server: SpawnedServer, token: string, key = randomUUID()) {
  const body = { streetName: 'ul. Pewna 1', postalCode: '00-001' };
  return (
    await requestJson<{ uuid: string }>(server, calls.createProject.path, { token, body, key })
  ).uuid;
}
