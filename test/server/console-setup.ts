import { randomUUID } from 'node:crypto';
import { type FastifyInstance } from 'fastify';
import { type ResultOf } from '#schemas/api/call.ts';
import { type ApiError } from '#schemas/api/errors.ts';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorGrant } from '#schemas/operator/operator-rights.ts';
import { regions } from '#schemas/regions.ts';
import { buildConsole } from '#server/console-app.ts';
import { createOperatorSession } from '#server/console/operator-sessions.ts';
import { requireKnownFields } from './audited-names.ts';
import {
  requestOf,
  startTestApp,
  type TestApp,
  type TestAppOptions,
  type TestInput,
} from './test-app.ts';

export const CONSOLE_ORIGIN = 'https://console.club.example';
export const FIRST_ADMIN = 'ewa@club.example';

/** Grants a role in countries. */
export const grantsOf = (
  role: OperatorGrant['role'],
  ids: OperatorGrant['regions'] = regions.map(({ id }) => id),
): OperatorGrant[] => [{ role, regions: ids }];

interface ConsoleResponse<C extends OperatorCall> {
  readonly status: number;
  readonly result: ResultOf<C>;
  readonly errors: readonly ApiError[];
  readonly code: string | undefined;
  readonly headers: Record<string, unknown>;
  /** Value of the cookie set by the response; empty if it removes the cookie, null if it sets none. */
  readonly token: string | null;
}

/** A test server with its console. */
export interface TestConsole extends TestApp {
  readonly consoleApp: FastifyInstance;
  /** Calls the console as its page does. `token` is the session's. */
  operate: <C extends OperatorCall>(
    call: C,
    input: TestInput<C>,
    token?: string | null,
  ) => Promise<ConsoleResponse<C>>;
  /** Adds an operator. */
  addOperator: (grants: readonly OperatorGrant[], email?: string) => Promise<string>;
  /**
   * Starts a session of an operator.
   * @returns its token
   */
  startSession: (operatorId: string, strength?: 'weak' | 'passkey') => Promise<string>;
  /** The newest code sent to an address; null if there is none. */
  codeFor: (email: string) => string | null;
  /**
   * Signs in with a code.
   * @returns the session's token
   */
  signInByCode: (email: string) => Promise<string>;
}

/** Starts a server with a console that has a first administrator, but no operators. */
export async function startConsole(options: TestAppOptions = {}): Promise<TestConsole> {
  const variables = {
    CONSOLE_PORT: '8090',
    CONSOLE_URL: CONSOLE_ORIGIN,
    CONSOLE_FIRST_ADMIN: FIRST_ADMIN,
    ...options.variables,
  };
  const server = await startTestApp({ ...options, variables });
  const { services, db, clock, delivery } = server;
  const { console: settings } = services.environment;
  if (settings === null) throw new Error('The console has no settings.');
  const consoleApp = await buildConsole(services, settings);
  await consoleApp.ready();

  const operate: TestConsole['operate'] = async (call, input, token = null) => {
    const headers = {
      ...(call.method !== 'GET' && { origin: CONSOLE_ORIGIN }),
      ...(token !== null && { cookie: `__Host-console=${token}` }),
      ...input.headers,
    };
    const response = await consoleApp.inject(
      requestOf(call, { ...input, headers } as typeof input, null),
    );
    await services.messages.whenIdle();
    const body: unknown = response.json();
    const isSuccess = response.statusCode < 300;
    const errors = isSuccess ? [] : (body as { errors: ApiError[] }).errors;
    const cookie = String(response.headers['set-cookie'] ?? '');
    return {
      status: response.statusCode,
      // A failed call has no result; a test that reads it fails immediately.
      result: (isSuccess ? body : undefined) as ResultOf<typeof call>,
      errors,
      code: errors[0]?.code,
      headers: response.headers,
      token: /__Host-console=([\w-]*)/.exec(cookie)?.[1] ?? null,
    };
  };
  const codeFor = (email: string) => delivery.codes().find(({ to }) => to === email)?.code ?? null;
  return {
    ...server,
    consoleApp,
    operate,
    codeFor,
    addOperator: async (grants, email = `${randomUUID()}@club.example`) => {
      const id = randomUUID();
      const [created_at, name] = [new Date(clock.now()), `Operator ${email.slice(0, 8)}`];
      await db
        .insertInto('operators')
        .values({ id, email, name, language: 'en', created_at, signed_in_at: created_at })
        .execute();
      const rows = grants.flatMap(({ role, regions: ids }) =>
        ids.map((region_id) => ({ operator_id: id, role, region_id })),
      );
      if (rows.length > 0) await db.insertInto('operator_grants').values(rows).execute();
      return id;
    },
    startSession: async (operatorId, strength = 'passkey') => {
      const { token } = await db
        .transaction()
        .execute((trx) => createOperatorSession(trx, clock.now(), { operatorId, strength }));
      return token;
    },
    signInByCode: async (email) => {
      await operate(operatorCalls.sendOperatorCode, { body: { email } });
      const code = codeFor(email) ?? '';
      const { token } = await operate(operatorCalls.signInOperator, { body: { email, code } });
      if (token === null) throw new Error('The console didn’t start a session.');
      return token;
    },
    close: async () => {
      await requireKnownFields(db);
      await consoleApp.close();
      await server.close();
    },
  };
}
