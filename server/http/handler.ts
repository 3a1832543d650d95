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

/** The signed-in person of a request. They can only reach their own company's data. */
export interface Actor {
  readonly userId: string;
  readonly companyId: string;
  readonly role: RoleId;
  readonly region: RegionCode;
  readonly regionId: RegionId;
  readonly sessionId: string;
  /** True for an operator who uses the app as this person. */
  readonly isImpersonated: boolean;
  /** True for an operator who only views the app as this person. */
  readonly isReadOnly: boolean;
  /** The person's preferred language. */
  readonly language: Language;
}

/** Validated input of a handler. */
export interface Input<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  /** The signed-in person; null only for public calls. */
  readonly actor: C['access'] extends 'session' ? Actor : null;
  /** Language of the request, from `accept-language`; English if it names no supported language. */
  readonly language: Language;
  /** The `idempotency-key` header; always null for calls that don't use one. */
  readonly idempotencyKey: string | null;
  /** The client's network, for rate limits only: an IPv4 address or an IPv6 /64. Never logged. */
  readonly clientNetwork: string;
  /** Id of the browser; null for calls that don't track devices. Never logged. */
  readonly browserId: C['sendsDeviceCookie'] extends true ? string : null;
  /**
   * Difference between the device's clock and the server's when the request arrived, in milliseconds. It's positive if
   * the device's clock is ahead, and null if the client doesn't send its time.
   */
  readonly clockError: number | null;
  /** User agent, shortened. Only the kind of device is stored. */
  readonly userAgent: string;
}

/**
 * Implements one call. Returns the call's result (validated against its schema) or throws `ApiFailure` with a
 * code that the call declares.
 */
export type Handler<C extends Call> = (
  input: Input<C>,
  services: Services,
) => Promise<BoundedResult<ResultOf<C>>>;

/** Lists must be bounded: only the functions of `db/bounded-list.ts` can create one. */
type BoundedResult<Result> = Result extends { data: unknown[]; meta: { last_page: number } }
  ? Result & Bounded
  : Result;

/** Handlers of all calls. Each feature folder exports its own with `satisfies Partial<Handlers>`. */
export type Handlers = { readonly [Id in CallId]: Handler<(typeof calls)[Id]> };
