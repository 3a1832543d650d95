import { defineCall, type Call } from '../api/call.ts';
import type { ApiErrorCode } from '../api/errors.ts';
import { requiredText } from '../primitives.ts';
import type { OperatorRight } from './operator-rights.ts';

/**
 * Records that belong to a country, directly or through their company. An operator belongs to each country of
 * their roles.
 */
export type ScopedRecord =
  | 'announcement'
  | 'approval'
  | 'card'
  | 'certificate'
  | 'chat'
  | 'chat_template'
  | 'company'
  | 'content'
  | 'held_lot'
  | 'installer'
  | 'lead'
  | 'lead_request'
  | 'lead_token'
  | 'operator'
  | 'order'
  | 'order_batch'
  | 'product'
  | 'product_category'
  | 'project'
  | 'scan'
  | 'settings_version'
  | 'survey'
  | 'variant';

/**
 * Limits a call to the operator's countries:
 * - `list`: the result contains records of these countries only;
 * - a record: before the handler runs, the server checks that the record belongs to one of these countries; if it
 * doesn't, the server responds with `not_found`;
 * - `none`: the call doesn't concern a country's records, such as the operator's own session.
 */
type OperatorScope =
  | 'list'
  | 'none'
  | {
      readonly record: ScopedRecord;
      /** Part of the request in which `field` has the id, the list of ids, or the list of objects with an `id`. */
      readonly in: 'params' | 'body';
      readonly field: string;
      /** True if the action runs on each record separately, and verifies the record's company each time. */
      readonly isPerRow?: boolean;
      /** Field of the body with the id of another company that the action changes; it may be null. */
      readonly company?: string;
    };

/**
 * The session that a call needs: none, one started with a code (`weak`), one with a passkey, or one whose
 * passkey was used in the last 5 minutes.
 */
type SessionStrength = 'none' | 'weak' | 'passkey' | 'recent';

/**
 * Cases in which a second person must approve the action: `conditional` if it depends on the values, as the summary
 * explains. If no other operator could approve it, the action runs immediately.
 */
type SecondPerson = 'never' | 'conditional' | 'always';

/** Header of an automatic request, such as refreshing a list. It doesn't extend the session. */
export const BACKGROUND_HEADER = 'x-background';
/** Response header: when the session ends without further user activity. */
export const IDLE_HEADER = 'x-session-idle-until';

/** Minutes after using a passkey during which risky actions don't ask for it again. */
export const RECENT_MINUTES = 5;

interface OperatorDeclaration {
  /** The right that the operator needs; null if a session is enough. */
  readonly right: OperatorRight | null;
  readonly scope: OperatorScope;
  readonly strength: SessionStrength;
  /**
   * True if the call changes something: it's audited, takes an idempotency key and requires `why` in its body.
   */
  readonly isAction: boolean;
  /**
   * True for an action that adds a record without a natural key. If the operator sends the same input again within ten
   * minutes, the server returns the first result, even with another idempotency key.
   */
  readonly isUniqueByInput: boolean;
  /** Name in the audit log if the action is only planned, because `holds` in its body is true. */
  readonly plannedName: string | null;
  /** Adds `approval` to the result: the approval's id, or null if the action ran immediately. */
  readonly secondPerson: SecondPerson;
  /** True if the call returns unmasked personal data, so that each read is audited. */
  readonly readsPersonalData: boolean;
}

/** A call of the operator console, declared once for client, server, documentation and tests. */
export type OperatorCall = Call & OperatorDeclaration;

type CallInput = Parameters<typeof defineCall>[0];
type OperatorOptions = Pick<OperatorDeclaration, 'right' | 'scope'> & Partial<OperatorDeclaration>;
type StrengthOf<O extends OperatorOptions> = O['strength'] extends SessionStrength
  ? O['strength']
  : 'passkey';
type SecondPersonOf<O extends OperatorOptions> = O['secondPerson'] extends SecondPerson
  ? O['secondPerson']
  : 'never';

/** Reason for `forbidden`: operators who are also installers can't act on their own company. */
export const OWN_COMPANY = 'own_company';
/** Reason for `forbidden` if the session is too weak: the operator must use their passkey (again). */
export const PASSKEY_NEEDED = 'passkey_needed';

/**
 * Options for calls that reveal personal data masked elsewhere. They require a reason and the right to personal data in
 * the record's country. They count as actions, so that they appear in the record's timeline. The response stored for
 * retries doesn't contain the data.
 */
export const revealOptions = {
  right: 'personal.read',
  isAction: true,
  readsPersonalData: true,
} as const;

/** The reason for an action. */
export const why = requiredText(500);

/** True if the ids of all records in an action's body differ. */
export const areDistinct = (records: readonly { readonly id: string }[]): boolean =>
  new Set(records.map(({ id }) => id.toLowerCase())).size === records.length;

const operatorErrors: readonly ApiErrorCode[] = ['forbidden', 'unauthorised', 'session_expired'];
const actionErrors: readonly ApiErrorCode[] = ['conflict', 'in_progress', 'key_reused'];

/** Declares a call of the console. Its path starts with `/operator/v1/`. */
export function defineOperatorCall<const C extends CallInput, const O extends OperatorOptions>(
  call: C,
  options: O,
) {
  const {
    right,
    scope,
    strength = 'passkey',
    isAction = false,
    isUniqueByInput = false,
    plannedName = null,
    readsPersonalData = false,
  } = options;
  const { secondPerson = 'never' } = options;
  const declaredCall = defineCall(call);
  return {
    ...declaredCall,
    access: strength === 'none' ? ('public' as const) : ('session' as const),
    idempotent: isAction,
    errors: [
      ...new Set([...declaredCall.errors, ...operatorErrors, ...(isAction ? actionErrors : [])]),
    ],
    right,
    scope,
    // Safe: the defaults match the types' defaults.
    strength: strength as StrengthOf<O>,
    secondPerson: secondPerson as SecondPersonOf<O>,
    isAction,
    isUniqueByInput,
    plannedName,
    readsPersonalData,
  };
}
