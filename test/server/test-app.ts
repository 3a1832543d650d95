import { type FastifyInstance, type InjectOptions } from 'fastify';
import { type Kysely } from 'kysely';
import { Writable } from 'node:stream';
import {
  type BodyOf,
  type Call,
  isFileBody,
  type ParamsOf,
  type QueryOf,
  type ResultOf,
} from '#schemas/api/call.ts';
import { type ApiError } from '#schemas/api/errors.ts';
import { calls } from '#schemas/api/calls.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type Token } from '#schemas/session.ts';
import {
  createMemoryDelivery,
  type MemoryDelivery,
} from '#server/messages/providers/memory-delivery.ts';
import { buildApp } from '#server/app.ts';
import { type OpenDatabase } from '#server/db/embedded-engine.ts';
import { openEpochReader } from '#server/db/epoch.ts';
import { type Database } from '#server/db/tables.ts';
import { type Environment, readEnvironment } from '#server/environment.ts';
import { createFileStore } from '#server/files/create-file-store.ts';
import { createMessageSender } from '#server/messages/queue/message-sender.ts';
import { createLogger } from '#server/logger.ts';
import { createVoucherKeys } from '#server/orders/voucher-keys.ts';
import { type Services } from '#server/services.ts';
import { CLOCK_START } from '#test/setup/fill-database.ts';
import { isOnPostgres, openCopy } from '#test/setup/test-database.ts';
import { accounts, type AccountKey, seedAccounts } from './test-accounts.ts';

type Provided<T, Key extends string> = T extends undefined
  ? { [K in Key]?: undefined }
  : { [K in Key]: T };
/** Input of a call in a test, typed by the call. */
export type TestInput<C extends Call> = Provided<ParamsOf<C>, 'params'> &
  Provided<QueryOf<C>, 'query'> &
  Provided<BodyOf<C>, 'body'> & { readonly headers?: Record<string, string> };

/** A response: `result` on success, otherwise `errors`. */
interface TestResponse<C extends Call> {
  readonly status: number;
  readonly result: ResultOf<C>;
  readonly errors: readonly ApiError[];
  readonly code: string | undefined;
  readonly headers: Record<string, unknown>;
}

/** An in-process server with its own database, and helpers to use it. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly db: Kysely<Database>;
  readonly services: Services;
  readonly clock: { now: () => number; set: (time: number) => void; advance: (ms: number) => void };
  readonly delivery: MemoryDelivery;
  /** All log lines of the server. */
  readonly log: readonly string[];
  /** Calls the API; anonymously without an access token. */
  call: <C extends Call>(
    call: C,
    input: TestInput<C>,
    accessToken?: string | null,
  ) => Promise<TestResponse<C>>;
  /** Signs in with a one-time code, for an account of `test-accounts.ts`. */
  signInAs: (account: AccountKey) => Promise<Token>;
  /** Signs in anyone by email address. */
  signInByEmail: (email: string, region: RegionCode) => Promise<Token>;
  close: () => Promise<void>;
}

export interface TestAppOptions {
  /** Environment variables besides `NODE_ENV=test`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Starts with the demo's data instead of the accounts of `test-accounts.ts`. */
  readonly demo?: boolean;
  /** An existing database with data. */
  readonly database?: OpenDatabase;
  /** Services to replace, such as the delivery. */
  readonly services?: Partial<Services>;
}

/** Starts a server on the engine named by `TEST_DATABASE`, with the accounts of `test-accounts.ts`. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await openCopy(options.demo ? 'demo' : 'migrated'));
  const clock = movableClock();
  const delivery = createMemoryDelivery(clock.now);
  const log: string[] = [];
  const environment: Environment = readEnvironment({
    NODE_ENV: 'test',
    LOG_LEVEL: 'debug',
    ...options.variables,
  });
  const logger = createLogger(environment, lineWriter(log));
  const base = {
    db: database.db,
    epoch: await openEpochReader({ db: database.db, logger, clock, isPostgres: isOnPostgres }),
    clock,
    pepper: 'a pepper for tests, thirty-two characters',
    voucherKeys: createVoucherKeys(environment.voucherKeys),
    logger,
    environment,
    delivery,
    files: createFileStore(environment),
    capturedMessages: delivery,
    ...options.services,
  };
  const services: Services = { messages: createMessageSender(base), ...base };
  if (!options.demo && !options.database) await seedAccounts(services.db, clock.now());
  const app = await buildApp(services);
  await app.ready();
  const call: TestApp['call'] = async (definition, input, accessToken = null) => {
    const response = await inject(app, definition, input, accessToken);
    // Wait for messages that the call sends immediately.
    await services.messages.whenIdle();
    return response;
  };
  return {
    app,
    db: database.db,
    services,
    clock,
    delivery,
    log,
    call,
    signInAs: (key) => signIn(call, delivery, accounts[key].email, accounts[key].region),
    signInByEmail: (email, region) => signIn(call, delivery, email, region),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

function movableClock() {
  let time = CLOCK_START;
  return {
    now: () => time,
    set: (next: number) => {
      time = next;
    },
    advance: (ms: number) => {
      time += ms;
    },
  };
}

function lineWriter(lines: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
}

async function inject<C extends Call>(
  app: FastifyInstance,
  call: C,
  input: TestInput<C>,
  accessToken: string | null,
): Promise<TestResponse<C>> {
  const response = await app.inject(requestOf(call, input, accessToken));
  const isJson = String(response.headers['content-type'] ?? '').includes('json');
  const body: unknown = isJson ? response.json() : null;
  const isSuccess = response.statusCode < 300;
  const errors = isSuccess ? [] : ((body as { errors?: ApiError[] } | null)?.errors ?? []);
  return {
    status: response.statusCode,
    // A failed call has no result; a test that reads it fails immediately.
    result: (isSuccess ? body : undefined) as ResultOf<C>,
    errors,
    code: errors[0]?.code,
    headers: response.headers,
  };
}

/** Builds the HTTP request for a call. */
export function requestOf<C extends Call>(
  call: C,
  input: TestInput<C>,
  accessToken: string | null,
): InjectOptions {
  const { params, query, body } = input as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const path = call.path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(params?.[name] ?? ''),
  );
  const headers = {
    ...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }),
    ...input.headers,
  };
  const base: InjectOptions = {
    method: call.method,
    url: `/api${path}`,
    query: Object.fromEntries(
      Object.entries(query ?? {})
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, String(value)]),
    ),
    headers,
  };
  if (call.body === undefined) return base;
  if (!isFileBody(call.body)) return { ...base, payload: body as object };
  return { ...base, payload: formOf(call.body.field, body as FileInput) };
}

interface FileInput {
  readonly fields: Record<string, string>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

function formOf(field: string, file: FileInput): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries<string | undefined>(file.fields)) {
    if (value !== undefined) form.append(name, value);
  }
  form.append(field, new Blob([file.bytes], { type: file.mediaType }), 'photo');
  return form;
}

async function signIn(
  call: TestApp['call'],
  delivery: MemoryDelivery,
  email: string,
  region: RegionCode,
): Promise<Token> {
  const challenge = await call(calls.requestSignInCode, { body: { email, region } });
  if (challenge.status !== 200)
    throw new Error(`The sign-in responded with ${challenge.status} ${challenge.code}.`);
  const message = delivery.codes().find((candidate) => candidate.to === email);
  const session = await call(calls.signIn, {
    body: {
      userId: challenge.result.user_id,
      challenge_id: challenge.result.challenge_id,
      code: message?.code ?? '',
    },
  });
  if (session.status !== 200) throw new Error(`The code check responded with ${session.status}.`);
  return session.result;
}
