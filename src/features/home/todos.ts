/** What runs out, or waits for the person: the rows of home's list, and which of them comes first. Pure. */
import type { LeadDocument } from '#schemas/lead.ts';
import type { OrderDocument } from '#schemas/order.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { SurveyInvitationDocument } from '#schemas/survey-invitation.ts';
import { isSurveyDue } from '#schemas/survey-standing.ts';
import {
  type RegionalClock,
  endOfYear,
  isDueSoon,
  dueSoonDays,
  timeLeft,
} from '#src/data/time/time-left.ts';
import { isClosingSoon } from '#src/features/projects/queries.ts';
import type { UnsentCounts } from '#sync/outbox/counts.ts';

/** Something with an end: `until` is its moment. */
type Ending =
  | { readonly kind: 'project'; readonly project: ProjectDocument; readonly until: string }
  | { readonly kind: 'lead'; readonly lead: LeadDocument; readonly until: string }
  | { readonly kind: 'voucher'; readonly order: OrderDocument; readonly until: string }
  | { readonly kind: 'points'; readonly points: number; readonly until: string };

/** Something that waits for as long as it has to. */
type Waiting =
  | { readonly kind: 'refused' | 'captured' | 'unsent'; readonly count: number }
  | { readonly kind: 'email'; readonly email: string; readonly isNew: boolean }
  | { readonly kind: 'card'; readonly isPending: boolean }
  | { readonly kind: 'survey'; readonly survey: SurveyInvitationDocument };

/** One row of the list, with an id of its own. */
export type Todo = (Ending | Waiting) & { readonly id: string };
export type TodoOf<Kind extends Todo['kind']> = Extract<Todo, { kind: Kind }>;

/** What is known of an account that may be a todo. */
export interface TodoSource {
  /** Null while it is not known. */
  readonly unsent: UnsentCounts | null;
  /** All that are open. */
  readonly projects: readonly ProjectDocument[];
  /** How many products of a project wait on this device, by its id. */
  readonly waitingOf: (project: string) => number;
  /** All that are open; none for who may have none. */
  readonly leads: readonly LeadDocument[];
  /** Those whose number this person may read, with an end. */
  readonly vouchers: readonly OrderDocument[];
  /** The orders of which the person has said that their voucher needs no reminding. */
  readonly seenVouchers: readonly string[];
  /** How many go with the year, where the person is to be warned of it; else 0. */
  readonly pointsToExpire: number;
  /** The address to be verified: the person's own, or the one that is wanted instead. */
  readonly email: { readonly email: string; readonly isNew: boolean } | null;
  /** That the company has no card yet. */
  readonly card: { readonly isPending: boolean } | null;
  /** Those that are not over, the newest first. */
  readonly surveys: readonly SurveyInvitationDocument[];
}

/**
 * In how many days from now something without an end would have to be over to stand where it does: refused work
 * is lost if nobody decides, so it comes first; products in no project bring nothing; what is not sent yet goes by
 * itself; the rest can wait.
 */
const dueInDays: Readonly<Record<Waiting['kind'], number>> = {
  refused: 0,
  captured: 2,
  unsent: 7,
  email: 14,
  card: 30,
  survey: 30,
};

/** Which comes first where two are over at the same moment. */
const kinds: readonly Todo['kind'][] = [
  'refused',
  'project',
  'lead',
  'voucher',
  'points',
  'captured',
  'unsent',
  'email',
  'card',
  'survey',
];

const DAY = 86_400_000;

/** All todos, each once, the most urgent first. What is over, or solved, is none. */
export function listTodos(source: TodoSource, clock: RegionalClock): Todo[] {
  const todos = [...endings(source, clock), ...unsentTodos(source), ...others(source, clock)];
  return todos.toSorted(
    (a, b) =>
      dueOf(a, clock) - dueOf(b, clock) ||
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      (a.id < b.id ? -1 : 1),
  );
}

function dueOf(todo: Todo, { now }: RegionalClock): number {
  return 'until' in todo ? Date.parse(todo.until) : now + dueInDays[todo.kind] * DAY;
}

function endings(source: TodoSource, clock: RegionalClock): Todo[] {
  const { projects, waitingOf, leads, vouchers, seenVouchers, pointsToExpire } = source;
  const isLeft = (until: string) => timeLeft(until, clock)?.unit !== 'over';
  const found: Todo[] = [];
  for (const project of projects) {
    const { uuid, expires_at: until } = project;
    if (until === null || !isClosingSoon(project, waitingOf(uuid), clock)) continue;
    found.push({ kind: 'project', id: uuid, project, until });
  }
  for (const lead of leads) {
    const { uuid, expires_on: until, status } = lead;
    // A new customer waits for an answer, however long there is for it; the others are being worked on.
    const isDue = status === 'new' || isDueSoon(timeLeft(until, clock), dueSoonDays.lead);
    if (until !== null && isLeft(until) && isDue) {
      found.push({ kind: 'lead', id: uuid, lead, until });
    }
  }
  for (const order of vouchers) {
    const { uuid, meta } = order;
    const until = meta.usable_until;
    if (until === null || !isLeft(until) || seenVouchers.includes(uuid)) continue;
    if (!isDueSoon(timeLeft(until, clock), dueSoonDays.voucher)) continue;
    found.push({ kind: 'voucher', id: uuid, order, until });
  }
  if (pointsToExpire > 0) {
    found.push({ kind: 'points', id: 'points', points: pointsToExpire, until: endOfYear(clock) });
  }
  return found;
}

/** Refused work waits for the person, and so do products in no project; what waits to be sent goes by itself. */
function unsentTodos({ unsent }: TodoSource): Todo[] {
  if (!unsent) return [];
  const { captured } = unsent.kinds.scan;
  const counts = {
    refused: unsent.refusedTotal,
    captured,
    unsent: unsent.total - unsent.refusedTotal - captured,
  };
  return (['refused', 'captured', 'unsent'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => ({ kind, id: kind, count: counts[kind] }));
}

function others({ email, card, surveys }: TodoSource, { now }: RegionalClock): Todo[] {
  const survey = surveys.find((one) => isSurveyDue(one, now));
  return [
    ...(email ? [{ kind: 'email' as const, id: 'email', ...email }] : []),
    ...(card ? [{ kind: 'card' as const, id: 'card', ...card }] : []),
    ...(survey ? [{ kind: 'survey' as const, id: survey.uuid, survey }] : []),
  ];
}
