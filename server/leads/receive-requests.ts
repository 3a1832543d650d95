import { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as v from 'valibot';
import { leadReference, leadRequestInput } from '#schemas/lead-request.ts';
import { enforceLimit, limits } from '../access/rate-limits.ts';
import { hashToken } from '../access/tokens.ts';
import { transact } from '../db/database.ts';
import { validateInput } from '../http/contract/validate-input.ts';
import { ApiFailure } from '../http/failure.ts';
import { getNetwork } from '../http/overload/network.ts';
import { type Services } from '../services.ts';
import { isSameRequest, storeRequests } from './store-requests.ts';
import { validateRequest } from './validate-request.ts';

/** Path for requests from other systems. They don't use cookies, so the path needs no CSRF protection. */
export const RECEIVE_REQUESTS_PATH = '/api/leads/v1/requests';
const BODY_LIMIT = 64 * 1024;
const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/;

const receivedRequest = v.object({ reference: leadReference, ...leadRequestInput.entries });

/**
 * `POST /api/leads/v1/requests` receives a homeowner's request from another system, such as the manufacturer's website,
 * which uses a token for one country. The route isn't part of the contract, because no operator calls it. Repeating a
 * request has no effect: the response is 200 instead of 201, or `key_reused` if the request stored under the reference
 * differs.
 */
export function registerLeadRequestRoute(app: FastifyInstance, services: Services): void {
  app.post(RECEIVE_REQUESTS_PATH, { bodyLimit: BODY_LIMIT }, (request, reply) =>
    app.limitOperators(async () => {
      if (services.environment.maintenance) throw new ApiFailure('maintenance', { retryAfter: 60 });
      const network = getNetwork(request.ip);
      const token = await findToken(services, request.headers.authorization, network);
      await enforceLimit(services, limits.leadRequestsPerToken, token.uuid);
      const body = validateInput(receivedRequest, request.body ?? {}, 'body');
      const { id, isNew } = await storeOnce(services, token, body);
      return reply.status(isNew ? 201 : 200).send({ id });
    }),
  );
}

type Token = NonNullable<Awaited<ReturnType<typeof loadToken>>>;

/** Throws `unauthorised` for an unknown, expired or revoked token. Failures are rate limited per network. */
async function findToken(
  services: Services,
  header: string | undefined,
  network: string,
): Promise<Token> {
  const token = BEARER.exec(header ?? '')?.[1];
  const storedToken = token === undefined ? undefined : await loadToken(services, token);
  if (storedToken !== undefined) return storedToken;
  await enforceLimit(services, limits.leadTokensPerNetwork, network);
  throw new ApiFailure('unauthorised');
}

function loadToken({ db, clock }: Services, token: string) {
  const now = new Date(clock.now());
  return db
    .updateTable('lead_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .returning(['uuid', 'region_id'])
    .returning(({ fn }) => fn.coalesce('source_id', 'uuid').as('source'))
    .executeTakeFirst();
}

async function storeOnce(
  { db, clock }: Services,
  { source: sender, region_id: region }: Token,
  { reference, ...input }: v.InferOutput<typeof receivedRequest>,
) {
  const now = clock.now();
  const earlierRequest = await findStoredRequest(db, { region, sender, reference });
  // A repeated request stays valid even after its wished day has passed, so its problems are ignored.
  if (earlierRequest)
    return requireSameRequest(earlierRequest, validateRequest(input, region, now).request);
  const { request, problems } = validateRequest(input, region, now);
  if (problems.length > 0)
    throw ApiFailure.of(problems.map(({ code, field }) => ({ code, field: `body.${field}` })));
  const origin = { region, source: 'machine', sender } as const;
  const [id] = await transact(db, (trx) =>
    storeRequests(trx, [{ reference, request }], origin, now),
  );
  if (id !== undefined) return { id, isNew: true };
  // The same request was stored in the meantime.
  const storedRequest = await findStoredRequest(db, { region, sender, reference });
  if (!storedRequest) throw new ApiFailure('in_progress', { retryAfter: 1 });
  return requireSameRequest(storedRequest, request);
}

function findStoredRequest(
  db: Services['db'],
  {
    region,
    sender,
    reference,
  }: { readonly region: Token['region_id']; readonly sender: string; readonly reference: string },
) {
  return (
    db
      .selectFrom('lead_requests')
      .selectAll()
      .where('region_id', '=', region)
      // Earlier versions stored the id of the token that was used, instead of the id of the system's first token.
      .where('sender', 'in', (eb) =>
        eb
          .selectFrom('lead_tokens')
          .select(sql<string>`uuid::text`.as('token'))
          .where(({ fn }) => fn.coalesce('source_id', 'uuid'), '=', sender),
      )
      .where('reference', '=', reference)
      .executeTakeFirst()
  );
}

/** Returns the stored request. Throws `key_reused` if its reference was used for another request. */
function requireSameRequest(
  storedRequest: NonNullable<Awaited<ReturnType<typeof findStoredRequest>>>,
  request: v.InferOutput<typeof leadRequestInput>,
) {
  if (!isSameRequest(storedRequest, request))
    throw new ApiFailure('key_reused', { field: 'body.reference' });
  return { id: storedRequest.uuid, isNew: false };
}
