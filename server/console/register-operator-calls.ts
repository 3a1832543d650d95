import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Transaction } from 'kysely';
import { isFileBody } from '#schemas/api/call.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { IDLE_HEADER, type OperatorCall } from '#schemas/operator/operator-call.ts';
import { type OperatorCallId, operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import {
  findAnswer,
  findAnswerByInput,
  type IdempotentRequest,
  lockInput,
  runOnce,
} from '../db/idempotency.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { bodyLimit } from '../http/contract/body-limit.ts';
import { readIdempotencyKey, validateResult } from '../http/contract/register-calls.ts';
import { parseQuery, validateInput } from '../http/contract/validate-input.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Slot } from '../http/overload/concurrency-limits.ts';
import { getNetwork } from '../http/overload/network.ts';
import { type Services } from '../services.ts';
import { recordAction, recordOutcome } from './audit.ts';
import { authenticateOperator, setSessionCookie } from './authenticate-operator.ts';
import {
  type AuditedChange,
  type OperatorActor,
  type OperatorHandler,
  type OperatorHandlers,
  type OperatorInput,
} from './operator-handler.ts';
import { requireOtherCompanyForCall } from './own-company.ts';
import { IDLE_MS } from './operator-sessions.ts';
import { findRecordRegion } from './operator-scope.ts';

/** Registers the routes of the operators' calls. */
export function registerOperatorCalls(
  app: FastifyInstance,
  services: Services,
  handlers: Partial<OperatorHandlers>,
): void {
  for (const id of Object.keys(handlers) as OperatorCallId[]) {
    const call: OperatorCall = operatorCalls[id];
    // The table pairs each id with its own handler; the loop loses that type relation.
    const handler = handlers[id] as OperatorHandler<OperatorCall> | undefined;
    if (handler !== undefined) registerOperatorCall(app, services, call, handler);
  }
}

/** Registers the route of one call. */
export function registerOperatorCall(
  app: FastifyInstance,
  services: Services,
  call: OperatorCall,
  handler: OperatorHandler<OperatorCall>,
): void {
  app.route({
    method: call.method,
    url: `/api${call.path.replace(/\{(\w+)\}/g, ':$1')}`,
    config: { call },
    bodyLimit: bodyLimit(call),
    handler: (request, reply) =>
      request.server.limitOperators(async ({ waitOutside }) => {
        const exchange = { request, reply, services, handler, waitOutside };
        const result = await respond(call, exchange);
        void reply.status(call.status);
        return validateResult(call, result, services, request.id);
      }),
  });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: Services;
  readonly handler: OperatorHandler<OperatorCall>;
  readonly waitOutside: Slot['waitOutside'];
}

type CallInput = Pick<OperatorInput<OperatorCall>, 'params' | 'query' | 'body' | 'idempotencyKey'>;

/** Authorises, validates and audits a call, and runs its handler. */
async function respond(call: OperatorCall, exchange: Exchange): Promise<unknown> {
  const { request, services } = exchange;
  if (services.environment.maintenance) throw new ApiFailure('maintenance', { retryAfter: 60 });
  const operator = await authenticateOperator(request, services, call);
  if (operator !== null)
    setIdleHeader(exchange.reply, {
      idleExpiresAt: operator.idleExpiresAt,
      now: services.clock.now(),
    });
  const values = readValues(call, request);
  if (operator === null) return runHandler(call, exchange, values, null);
  const idempotent = {
    owner: operator.operatorId,
    key: values.idempotencyKey,
    call: call.id,
    body: { params: values.params, body: identifyingInput(call, values.body) },
    now: services.clock.now(),
  };
  const answer = call.isAction ? await findEarlierAnswer(call, services.db, idempotent) : null;
  // A repeated request is answered before the record is loaded, because the action may have removed the record.
  if (answer !== null) return answer.value;
  const record = await findScopedRecord(call, operator, values, services.db);
  if (!call.isAction && !call.readsPersonalData)
    return runHandler(call, exchange, values, { operator, act: null });
  const { why = null } = (values.body ?? {}) as { readonly why?: string };
  const action = {
    kind: call.isAction ? 'act' : 'read',
    act: auditName(call, values.body),
    operatorId: operator.operatorId,
    sessionId: operator.sessionId,
    ...record,
    why,
  } as const;
  const id = await transact(services.db, (trx) => recordAction(trx, services.clock.now(), action));
  return runHandler(call, exchange, values, { operator, act: { id, idempotent } });
}

function auditName({ id, plannedName }: OperatorCall, body: unknown): string {
  const { holds = false } = (body ?? {}) as { readonly holds?: boolean };
  return holds && plannedName !== null ? plannedName : id;
}

/** Period in which the same input of an operator is the same action, if nothing else identifies it. */
const SAME_INPUT_MS = 10 * MINUTE_MS;

/** Input that identifies a repeated action. The reason may be typed again in other words. */
function identifyingInput({ isUniqueByInput }: OperatorCall, body: unknown): unknown {
  if (!isUniqueByInput || typeof body !== 'object' || body === null) return body;
  return { ...body, why: undefined };
}

/** Finds the result of an action that was carried out before, because its response may have been lost. */
const findEarlierAnswer = async (
  call: OperatorCall,
  db: Services['db'],
  request: IdempotentRequest,
) => (await findAnswer(db, request)) ?? (await findAnswerToInput(call, db, request));

/** Finds the result of the same input, if it identifies the action. */
const findAnswerToInput = async (
  { isUniqueByInput }: OperatorCall,
  db: Services['db'],
  request: IdempotentRequest,
) => (isUniqueByInput ? await findAnswerByInput(db, request, SAME_INPUT_MS) : null);

/** Sets headers with the session's end and the current time, both from the same clock. */
function setIdleHeader(
  reply: FastifyReply,
  { idleExpiresAt, now }: { readonly idleExpiresAt: number; readonly now: number },
): void {
  void reply.header('date', new Date(now).toUTCString());
  void reply.header(IDLE_HEADER, new Date(idleExpiresAt).toISOString());
}

function readValues(call: OperatorCall, request: FastifyRequest): CallInput {
  if (call.body !== undefined && isFileBody(call.body))
    throw new Error('Files have their own routes.');
  return {
    params: call.params && validateInput(call.params, request.params, 'params'),
    query: call.query && validateInput(call.query, parseQuery(call.query, request.query), 'query'),
    body: call.body && validateInput(call.body, request.body ?? {}, 'body'),
    idempotencyKey: call.idempotent ? readIdempotencyKey(request.headers['idempotency-key']) : null,
    // The call's own schemas have just been applied; `OperatorCall` doesn't have their types.
  } as CallInput;
}

/**
 * Verifies that each of the call's records belongs to one of the operator's countries. For an action, also verifies
 * that none of them belongs to the operator's own company.
 * @throws ApiFailure `not_found`, or `forbidden` for the operator's own company
 */
async function findScopedRecord(
  call: OperatorCall,
  { queries, operatorId }: OperatorActor,
  values: CallInput,
  db: Services['db'],
): Promise<{ record: { kind: string; id: string } | null; region: RegionId | null }> {
  const { scope } = call;
  if (typeof scope === 'string') return { record: null, region: null };
  const part = values[scope.in] as Readonly<Record<string, unknown>> | undefined;
  const value = part?.[scope.field];
  const ids = (Array.isArray(value) ? value : [value]).map(readId);
  const region = await findRecordRegion(queries, scope.record, ids);
  if (region === null) throw new ApiFailure('not_found');
  await requireOtherCompanyForCall(db, call, { operatorId, ids, body: values.body });
  const [id = ''] = ids;
  return { record: ids.length === 1 ? { kind: scope.record, id } : null, region: region.common };
}

/** Returns the value itself if it's an id, or the id in an object. The call's schema has validated the value. */
function readId(value: unknown): string {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  // Ids are stored in lower case, and the audit finds a record's entries by this id.
  return String(id).toLowerCase();
}

interface AuditedCall {
  readonly operator: OperatorActor;
  /** The audit row; null for calls that aren't audited. */
  readonly act: { readonly id: number; readonly idempotent: Parameters<typeof runOnce>[1] } | null;
}

/** Runs the handler, and records the outcome of an audited call. */
async function runHandler(
  call: OperatorCall,
  { request, reply, services, handler, waitOutside }: Exchange,
  values: CallInput,
  auditedCall: AuditedCall | null,
): Promise<unknown> {
  const changes: AuditedChange[] = [];
  let isRecorded = false;
  const auditedAction = auditedCall?.act ?? null;
  const record = async (db: Services['db'], outcome: string) => {
    if (auditedCall === null || auditedAction === null) return;
    const { operatorId } = auditedCall.operator;
    const name = auditName(call, values.body);
    const act = { id: auditedAction.id, name, operatorId, changes, outcome };
    await recordOutcome(db, services.clock.now(), act);
  };
  const runAction = async <Result>(work: (trx: Transaction<Database>) => Promise<Result>) => {
    if (auditedAction === null) throw new Error(`${call.id} isn’t an action.`);
    const result = await transact(services.db, (trx) => {
      // A retry after a conflict between transactions starts over.
      changes.length = 0;
      return runOnce(trx, auditedAction.idempotent, async () => {
        const { idempotent } = auditedAction;
        if (call.isUniqueByInput) await lockInput(trx, idempotent);
        const answer = await findAnswerToInput(call, trx, idempotent);
        // Safe: the same call stored this result.
        const actionResult = answer === null ? await work(trx) : (answer.value as Result);
        await record(trx, 'done');
        return actionResult;
      });
    }).catch((error: unknown) => {
      // The transaction was rolled back, so nothing was changed.
      changes.length = 0;
      throw error;
    });
    isRecorded = true;
    services.messages.sendUrgent();
    return result;
  };
  const input = {
    ...values,
    operator: auditedCall?.operator ?? null,
    clientNetwork: getNetwork(request.ip),
    audit: (change: AuditedChange) => void changes.push(change),
    runAction,
    waitOutside,
    setSession: (token: string | null) => {
      setSessionCookie(reply, token);
      const now = services.clock.now();
      if (token !== null) setIdleHeader(reply, { idleExpiresAt: now + IDLE_MS, now });
    },
  };
  try {
    const result = await handler(input as OperatorInput<OperatorCall>, services);
    if (!isRecorded && auditedAction !== null) {
      if (call.isAction)
        throw new Error(`${call.id} is an action: its handler must use runAction.`);
      await record(services.db, 'done');
    }
    return result;
  } catch (error) {
    if (!isRecorded) await record(services.db, error instanceof ApiFailure ? error.code : 'failed');
    throw error;
  }
}
