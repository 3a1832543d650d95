/** The home screen's to-dos: everything that expires soon or needs the user's action, most urgent first. */
import { DAY_MS } from '#schemas/durations.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import type { OrderDocument } from '#schemas/order.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { SurveyInvitationDocument } from '#schemas/survey-invitation.ts';
import { isSurveyDue } from '#schemas/survey-status.ts';
import {
  type RegionalClock,
  endOfYear,
  isDueSoon,
  dueSoonDays,
  timeLeft,
} from '#src/data/time/time-left.ts';
import { isClosingSoon } from '#src/features/projects/queries.ts';
import type { UnsentCounts } from '#sync/outbox/counts.ts';

/** To-dos with a deadline, `until`. */
type DeadlineTodo =
  | { readonly kind: 'project'; readonly project: ProjectDocument; readonly until: string }
  | { readonly kind: 'lead'; readonly lead: LeadDocument; readonly until: string }
  | { readonly kind: 'voucher'; readonly order: OrderDocument; readonly until: string }
  | { readonly kind: 'points'; readonly points: number; readonly until: string };

/** To-dos without a deadline. */
type UndatedTodo =
  | { readonly kind: 'rejected' | 'captured' | 'unsent'; readonly count: number }
  | { readonly kind: 'email'; readonly email: string; readonly isNew: boolean }
  | { readonly kind: 'card'; readonly isPending: boolean }
  | { readonly kind: 'acceptance' }
  | { readonly kind: 'survey'; readonly survey: SurveyInvitationDocument };

/** A to-do with a unique id, shown as one row. */
export type Todo = (DeadlineTodo | UndatedTodo) & { readonly id: string };
export type TodoOf<Kind extends Todo['kind']> = Extract<Todo, { kind: Kind }>;

/** Data that to-dos are derived from. */
export interface TodoSource {
  /** Null while loading. */
  readonly unsent: UnsentCounts | null;
  /** All open projects. */
  readonly projects: readonly ProjectDocument[];
  /** Number of a project's products not yet sent. */
  readonly unsentCountOf: (projectId: string) => number;
  /** All open leads; empty if the user isn't allowed to see leads. */
  readonly leads: readonly LeadDocument[];
  /** Vouchers that this user may read and that expire. */
  readonly vouchers: readonly OrderDocument[];
  /** Ids of orders whose voucher reminder was dismissed. */
  readonly dismissedVoucherIds: readonly string[];
  /** Points that expire at the end of the year; 0 if no warning is due. */
  readonly pointsToExpire: number;
  /** The address to verify: the current one, or a pending new one. */
  readonly email: { readonly email: string; readonly isNew: boolean } | null;
  /** Set if the company has no club card yet. */
  readonly card: { readonly isPending: boolean } | null;
  /** True if the company must accept a declaration or disclaimer. */
  readonly needsAcceptance: boolean;
  /** Active surveys, newest first. */
  readonly surveys: readonly SurveyInvitationDocument[];
}

/**
 * Sort position of to-dos without a deadline, as if they were due in this number of days. Rejected work comes
 * first, because it's lost unless the user decides what to do with it. Captured products follow, because they earn
 * nothing without a project. Unsent work can wait, because it's sent automatically.
 */
const dueInDays: Readonly<Record<UndatedTodo['kind'], number>> = {
  rejected: 0,
  captured: 2,
  acceptance: 3,
  unsent: 7,
  email: 14,
  card: 30,
  survey: 30,
};

/** Order of to-dos that are equally urgent. */
const kindOrder: readonly Todo['kind'][] = [
  'rejected',
  'project',
  'lead',
  'voucher',
  'points',
  'captured',
  'acceptance',
  'unsent',
  'email',
  'card',
  'survey',
];

/** Returns all to-dos, most urgent first, without expired or completed ones. */
export function listTodos(source: TodoSource, clock: RegionalClock): Todo[] {
  const todos = [
    ...deadlineTodos(source, clock),
    ...unsentTodos(source),
    ...otherTodos(source, clock),
  ];
  return todos.toSorted(
    (a, b) =>
      dueTimeOf(a, clock) - dueTimeOf(b, clock) ||
      kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) ||
      (a.id < b.id ? -1 : 1),
  );
}

function dueTimeOf(todo: Todo, { now }: RegionalClock): number {
  return 'until' in todo ? Date.parse(todo.until) : now + dueInDays[todo.kind] * DAY_MS;
}

function deadlineTodos(source: TodoSource, clock: RegionalClock): Todo[] {
  const { projects, unsentCountOf, leads, vouchers, dismissedVoucherIds, pointsToExpire } = source;
  const isInFuture = (until: string) => timeLeft(until, clock)?.unit !== 'over';
  const todos: Todo[] = [];
  for (const project of projects) {
    const { uuid, expires_at: until } = project;
    if (until === null || !isClosingSoon(project, unsentCountOf(uuid), clock)) continue;
    todos.push({ kind: 'project', id: uuid, project, until });
  }
  for (const lead of leads) {
    const { uuid, expires_on: until, status } = lead;
    // A new lead always needs a decision; leads in progress appear only if they expire soon.
    const isDue = status === 'new' || isDueSoon(timeLeft(until, clock), dueSoonDays.lead);
    if (until !== null && isInFuture(until) && isDue) {
      todos.push({ kind: 'lead', id: uuid, lead, until });
    }
  }
  for (const order of vouchers) {
    const { uuid, meta } = order;
    const until = meta.usable_until;
    if (until === null || !isInFuture(until) || dismissedVoucherIds.includes(uuid)) continue;
    if (!isDueSoon(timeLeft(until, clock), dueSoonDays.voucher)) continue;
    todos.push({ kind: 'voucher', id: uuid, order, until });
  }
  if (pointsToExpire > 0) {
    todos.push({ kind: 'points', id: 'points', points: pointsToExpire, until: endOfYear(clock) });
  }
  return todos;
}

/** Unsent work that needs a decision, needs a project, or is sent automatically. */
function unsentTodos({ unsent }: TodoSource): Todo[] {
  if (!unsent) return [];
  const { captured } = unsent.kinds.scan;
  const counts = {
    rejected: unsent.rejectedTotal,
    captured,
    unsent: unsent.total - unsent.rejectedTotal - captured,
  };
  return (['rejected', 'captured', 'unsent'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => ({ kind, id: kind, count: counts[kind] }));
}

function otherTodos(
  { needsAcceptance, email, card, surveys }: TodoSource,
  { now }: RegionalClock,
): Todo[] {
  const survey = surveys.find((invitation) => isSurveyDue(invitation, now));
  return [
    ...(needsAcceptance ? [{ kind: 'acceptance' as const, id: 'acceptance' }] : []),
    ...(email ? [{ kind: 'email' as const, id: 'email', ...email }] : []),
    ...(card ? [{ kind: 'card' as const, id: 'card', ...card }] : []),
    ...(survey ? [{ kind: 'survey' as const, id: survey.uuid, survey }] : []),
  ];
}
