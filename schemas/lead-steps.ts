/** The state machine of leads (spec 1 §4), one for client and server. Pure. */
import * as v from 'valibot';

/** Every status of a lead (spec 1 §4). */
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
 * Who moves a lead: a person of the company; the server by itself, when time runs out or its project
 * ends; an operator of the manufacturer.
 */
export type LeadActor = 'installer' | 'system' | 'operator';

type Moves = Partial<Record<LeadStatus, readonly LeadStatus[]>>;

const moves: Record<LeadActor, Moves> = {
  installer: {
    new: ['interested', 'not-interested'],
    interested: ['contacted', 'contact-unsuccessful', 'lost'],
    contacted: ['agreed', 'not-agreed', 'lost'],
    // The customer cancels: its project ends with it.
    agreed: ['lost'],
  },
  system: {
    new: ['time-out'],
    interested: ['expired-interest'],
    contacted: ['expired-contact'],
    agreed: ['closed', 'expired-agreement'],
  },
  operator: {
    new: ['rejected'],
    interested: ['rejected'],
    contacted: ['rejected'],
    'not-interested': ['new', 'rejected', 'rejected-by-installer'],
    'contact-unsuccessful': ['new', 'rejected', 'rejected-by-installer'],
    'not-agreed': ['new', 'rejected', 'rejected-by-installer'],
    lost: ['new', 'rejected', 'rejected-by-installer'],
    'expired-interest': ['new', 'rejected'],
    'expired-contact': ['new', 'rejected'],
    'expired-agreement': ['rejected'],
    'rejected-by-installer': ['new', 'rejected'],
  },
};

/** The statuses that somebody may move a lead to now; the happy path's step comes first. */
export function nextStatuses(
  status: LeadStatus,
  actor: LeadActor = 'installer',
): readonly LeadStatus[] {
  return moves[actor][status] ?? [];
}

export function canMove(from: LeadStatus, to: LeadStatus, actor: LeadActor): boolean {
  return nextStatuses(from, actor).includes(to);
}

/** The stepper's steps; behind the last one is the project. */
export const leadSteps = ['new', 'interested', 'contacted', 'agreed'] as const;

/** The next step forward, or null where there is none. */
export function nextStep(status: LeadStatus): LeadStatus | null {
  const at = leadSteps.findIndex((step) => step === status);
  return at < 0 ? null : (leadSteps[at + 1] ?? null);
}

/**
 * What a lead becomes when the company rejects it (spec 1 §4): from new it is not interested, at
 * once; from the later steps it is lost, and at least one reason is asked for.
 * @returns null when it can't be rejected any more
 */
export function rejectionMove(
  status: LeadStatus,
): { readonly to: LeadStatus; readonly needsReasons: boolean } | null {
  if (status === 'new') return { to: 'not-interested', needsReasons: false };
  if (!canMove(status, 'lost', 'installer')) return null;
  return { to: 'lost', needsReasons: true };
}

/** What a lead becomes when the time of its step is over; null where none runs. */
export function expiredStatusOf(status: LeadStatus): LeadStatus | null {
  return expiries[status] ?? null;
}
const expiries: Partial<Record<LeadStatus, LeadStatus>> = {
  new: 'time-out',
  interested: 'expired-interest',
  contacted: 'expired-contact',
  agreed: 'expired-agreement',
};

const negative: ReadonlySet<LeadStatus> = new Set<LeadStatus>([
  'not-interested',
  'contact-unsuccessful',
  'not-agreed',
  'rejected',
  'rejected-by-installer',
]);
const expiredOrLost: ReadonlySet<LeadStatus> = new Set<LeadStatus>([
  'lost',
  'expired-interest',
  'expired-contact',
  'expired-agreement',
  'time-out',
]);
const final: ReadonlySet<LeadStatus> = new Set<LeadStatus>([
  'agreed',
  'closed',
  'rejected',
  'time-out',
]);

/** The groups of spec 1 §4. */
export const isNegative = (status: LeadStatus): boolean => negative.has(status);
export const isExpiredOrLost = (status: LeadStatus): boolean => expiredOrLost.has(status);
/** No person moves a final lead any more; only an agreed one still follows its project, or is cancelled. */
export const isFinal = (status: LeadStatus): boolean => final.has(status);

/** The groups of the list (spec 1 §2), in its order. */
export const leadGroups = ['open', 'scheduled', 'completed', 'other'] as const;
export const leadGroup = v.picklist(leadGroups);
export type LeadGroup = v.InferOutput<typeof leadGroup>;

/** Every status is in exactly one group: its steps run, it has a project, that is closed, or it is archived. */
export function leadGroupOf(status: LeadStatus): LeadGroup {
  if (status === 'agreed') return 'scheduled';
  if (status === 'closed') return 'completed';
  return isNegative(status) || isExpiredOrLost(status) ? 'other' : 'open';
}

/** Where a lead is looked at: at its steps, at the project it became, or in the archive. */
export type LeadView = 'steps' | 'project' | 'archive';

/** The place of a lead by its status (spec 1 §4, redirects). */
export function leadViewOf(status: LeadStatus): LeadView {
  const places = { open: 'steps', scheduled: 'project', completed: 'project', other: 'archive' };
  return places[leadGroupOf(status)] as LeadView;
}
