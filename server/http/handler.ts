import {
  type BodyOf,
  type Call,
  type ParamsOf,
  type QueryOf,
  type ResultOf,
} from '#schemas/api/call.ts';
import { type CallId, type calls } from '#schemas/api/calls.ts';
import { type Language } from '#schemas/languages.ts';
import { type RegionCode, type RegionId } from '#schemas/regions.ts';
import { type RoleId } from '#schemas/roles.ts';
import { type Bounded } from '../db/bounded-list.ts';
import { type Services } from '../services.ts';

/** Who is asking: the person of a valid session. Their company bounds everything they can reach. */
export interface Actor {
  readonly userId: string;
  readonly companyId: string;
  readonly role: RoleId;
  readonly region: RegionCode;
  readonly regionId: RegionId;
  readonly sessionId: string;
  /** The person's own language. */
  readonly language: Language;
}

/** What a handler is given: everything in it has passed the call's schemas. */
export interface Input<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  /** Null for public calls only. */
  readonly actor: C['access'] extends 'session' ? Actor : null;
  /** The language of the request: `accept-language`, else English. */
  readonly language: Language;
  /** The `idempotency-key` header; always null for calls that don't take one. */
  readonly idempotencyKey: string | null;
  /** Where the asking machine is, for limits only: an IPv4 address, or an IPv6 one's /64. Never logged. */
  readonly address: string;
  /** The name of the asking browser; null for calls that don't know devices. Never logged. */
  readonly device: C['sendsDeviceCookie'] extends true ? string : null;
  /** What the asking device says it is, shortened. Only its kind is kept, never this. */
  readonly userAgent: string;
}

/**
 * The work behind one call. Answers the call's result (checked against its schema on the way out) or
 * throws `ApiFailure` with one of the codes that the call declares.
 */
export type Handler<C extends Call> = (
  input: Input<C>,
  services: Services,
) => Promise<Answer<ResultOf<C>>>;

/** A list is bounded, however much there is: only what bounds one can make it (`db/bounded-list.ts`). */
type Answer<Result> = Result extends { data: unknown[]; meta: { last_page: number } }
  ? Result & Bounded
  : Result;

/** One handler for every call of the contract. A room exports a part: `satisfies Partial<Handlers>`. */
export type Handlers = { readonly [Id in CallId]: Handler<(typeof calls)[Id]> };
