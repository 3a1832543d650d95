import * as v from 'valibot';
import type { QueryOf, ResultOf } from '#schemas/api/call.ts';
import type { auditCalls } from '#schemas/operator/audit-calls.ts';
import { day, uuid } from '#schemas/primitives.ts';
import { regions, type RegionId } from '#schemas/regions.ts';
import { type OperatorSession, regionsWithRight } from '#console/data/session.ts';
import { dayQuery } from '#console/parts/list-days.ts';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

const optionalDay = v.fallback(v.optional(day), undefined);

/** An entry in the list. */
export type AuditEntry = ResultOf<typeof auditCalls.listAudit>['data'][number];

/** Search parameters of the audit. */
export const auditSearch = v.object({
  kind: urlChoice(['act', 'read', 'sign_in']),
  record: urlText(100),
  person: v.fallback(v.optional(uuid), undefined),
  operator: v.fallback(v.optional(uuid), undefined),
  from: optionalDay,
  until: optionalDay,
  sort: urlChoice(['at', '-at']),
  ...listEntries,
  /** Id of the entry whose details are shown. */
  open: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}$/))), undefined),
});
type AuditSearch = v.InferOutput<typeof auditSearch>;

/**
 * Filter for the sign-ins that an operator may see. Sign-ins have no country, so an operator who can't read the
 * audit of all countries only sees their own.
 */
export function signInSearch(session: OperatorSession): {
  readonly kind: 'sign_in';
  readonly operator?: string;
} {
  const readsAll = regionsWithRight(session, 'audit.read').length === regions.length;
  return readsAll ? { kind: 'sign_in' } : { kind: 'sign_in', operator: session.operator.id };
}

/** Rows per page. */
const AUDIT_PAGE_SIZE = 50;

/**
 * Filters for the list call. Days are in the operator's time zone, and the last day is included. The country in
 * the header doesn't apply to sign-ins, which have none.
 */
export function auditQuery(
  { kind, record, person, operator, from, until, sort }: AuditSearch,
  region: RegionId | undefined,
): QueryOf<typeof auditCalls.listAudit> {
  return {
    kind,
    record,
    person,
    operator,
    sort,
    region: kind === 'sign_in' ? undefined : region,
    ...dayQuery(undefined, { from, until }),
    limit: AUDIT_PAGE_SIZE,
  };
}
