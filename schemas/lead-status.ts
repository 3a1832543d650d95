/** State machine of leads (spec 1 §4), shared by client and server. */
import * as v from 'valibot';

/** All lead statuses (spec 1 §4). */
export const leadStatuses = [
  'new',
  'interested',
  'not-interested',
  'contacted',
  'contact-unsuccessful',
  'agreed',
  'not-agreed',
  'closed',
  'rejected',
  'time-out',
  'rejected-by-installer',
  'lost',
  'expired-interest',
  'expired-contact',
  'expired-agreement',
] as const;
export const leadStatus = v.picklist(leadStatuses);
export type LeadStatus = v.InferOutput<typeof leadStatus>;

/**
 * Actor of a lead's move: an installer of the company; the system, when a step expires or the lead's project ends; or
 * an operator.
 */
export type LeadActor = 'installer' | 'system' | 'operator';

/** Groups of the lead list (spec 1 §2), in display order. */
export const leadGroups = ['open', 'scheduled', 'completed', 'other'] as const;
export const leadGroup = v.picklist(leadGroups);
export type LeadGroup = v.InferOutput<typeof leadGroup>;

interface StatusRules {
  readonly group: LeadGroup;
  /** For the archive (`other`): the lead's outcome, in the two groups of spec 1 §4. */
  readonly outcome?: 'negative' | 'expired_or_lost';
  /** Allowed moves by actor; the usual next step comes first. */
  readonly moves: Partial<Record<LeadActor, readonly LeadStatus[]>>;
  /** Status to which the system moves the lead when its time limit is over; missing if there is no limit. */
  readonly expiresTo?: LeadStatus;
}

const REOPEN_OR_REJECT = ['new', 'rejected', 'rejected-by-installer'] as const;

/** Everything that follows from a lead's status. */
const statusRules: Readonly<Record<LeadStatus, StatusRules>> = {
  new: {
    group: 'open',
    moves: { installer: ['interested', 'not-interested'], operator: ['rejected'] },
    expiresTo: 'time-out',
  },
  interested: {
    group: 'open',
    moves: { installer: ['contacted', 'contact-unsuccessful', 'lost'], operator: ['rejected'] },
    expiresTo: 'expired-interest',
  },
  contacted: {
    group: 'open',
    moves: { installer: ['agreed', 'not-agreed', 'lost'], operator: ['rejected'] },
    expiresTo: 'expired-contact',
  },
  agreed: {
    group: 'scheduled',
    // `lost`: the customer cancels, which also ends the project.
    moves: { installer: ['lost'], system: ['closed'] },
    expiresTo: 'expired-agreement',
  },
  closed: { group: 'completed', moves: {} },
  'not-interested': { group: 'other', outcome: 'negative', moves: { operator: REOPEN_OR_REJECT } },
  'contact-unsuccessful': {
    group: 'other',
    outcome: 'negative',
    moves: { operator: REOPEN_OR_REJECT },
  },
  'not-agreed': { group: 'other', outcome: 'negative', moves: { operator: REOPEN_OR_REJECT } },
  rejected: { group: 'other', outcome: 'negative', moves: {} },
  'rejected-by-installer': {
    group: 'other',
    outcome: 'negative',
    moves: { operator: ['new', 'rejected'] },
  },
  lost: { group: 'other', outcome: 'expired_or_lost', moves: { operator: REOPEN_OR_REJECT } },
  'time-out': { group: 'other', outcome: 'expired_or_lost', moves: {} },
  'expired-interest': {
    group: 'other',
    outcome: 'expired_or_lost',
    moves: { operator: ['new', 'rejected'] },
  },
  'expired-contact': {
    group: 'other',
    outcome: 'expired_or_lost',
    moves: { operator: ['new', 'rejected'] },
  },
  'expired-agreement': {
    group: 'other',
    outcome: 'expired_or_lost',
    moves: { operator: ['rejected'] },
  },
};

/** Statuses that the actor can move a lead to; the usual next step comes first. */
export function nextStatuses(
  status: LeadStatus,
  actor: LeadActor = 'installer',
): readonly LeadStatus[] {
  const { moves, expiresTo } = statusRules[status];
  const allowedMoves = moves[actor] ?? [];
  return actor === 'system' && expiresTo !== undefined
    ? [...allowedMoves, expiresTo]
    : allowedMoves;
}

export function canMove(from: LeadStatus, to: LeadStatus, actor: LeadActor): boolean {
  return nextStatuses(from, actor).includes(to);
}

/** Steps of a lead before its project, as the stepper shows them. */
export const leadSteps = ['new', 'interested', 'contacted', 'agreed'] as const;

/** Returns the next step; null if there is none. */
export function nextStep(status: LeadStatus): LeadStatus | null {
  const index = leadSteps.findIndex((step) => step === status);
  return index < 0 ? null : (leadSteps[index + 1] ?? null);
}

/**
 * Returns the move for rejecting a lead (spec 1 §4): a new lead becomes not interested, without a reason; a
 * later one becomes lost, with at least one reason.
 * @returns null if it can no longer be rejected
 */
export function rejectionMove(
  status: LeadStatus,
): { readonly to: LeadStatus; readonly needsReasons: boolean } | null {
  if (status === 'new') return { to: 'not-interested', needsReasons: false };
  if (!canMove(status, 'lost', 'installer')) return null;
  return { to: 'lost', needsReasons: true };
}

/** Status of a lead after its step has expired; null if the step has no time limit. */
export function expiredStatusOf(status: LeadStatus): LeadStatus | null {
  return statusRules[status].expiresTo ?? null;
}

/** True while the company works on the lead: in its steps or in its project. */
export function isActiveLead(status: LeadStatus): boolean {
  const group = leadGroupOf(status);
  return group === 'open' || group === 'scheduled';
}

export function isNegative(status: LeadStatus): boolean {
  return statusRules[status].outcome === 'negative';
}

export function isExpiredOrLost(status: LeadStatus): boolean {
  return statusRules[status].outcome === 'expired_or_lost';
}

/** True if operators can't move the lead. An agreed lead only follows its project or is cancelled. */
export function isFinal(status: LeadStatus): boolean {
  return nextStatuses(status, 'operator').length === 0;
}

/** Returns a lead's group in the lead list: in progress, with an open project, with a closed project, or archived. */
export function leadGroupOf(status: LeadStatus): LeadGroup {
  return statusRules[status].group;
}

/** View that shows a lead: its steps, its project, or the archive. */
type LeadView = 'steps' | 'project' | 'archive';

const views: Readonly<Record<LeadGroup, LeadView>> = {
  open: 'steps',
  scheduled: 'project',
  completed: 'project',
  other: 'archive',
};

/** Returns the view of a lead by its status (spec 1 §4, redirects). */
export function leadViewOf(status: LeadStatus): LeadView {
  return views[leadGroupOf(status)];
}

/**
 * State of a request: no open offer, offered, accepted by making an appointment, or ended without a company.
 */
export const leadRequestStates = ['waiting', 'offered', 'placed', 'ended'] as const;
export const leadRequestState = v.picklist(leadRequestStates);
export type LeadRequestState = v.InferOutput<typeof leadRequestState>;
