import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { LeadDocument } from '#schemas/lead.ts';
import type { AgreementItem, EditPart } from '#schemas/lead-edit.ts';
import type { LeadReason } from '#schemas/lead-reasons.ts';
import type { LeadGroup, LeadStatus } from '#schemas/lead-status.ts';
import { brand } from '#brand';
import { useFormat } from '#src/data/text/format.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';

const manufacturer = brand.manufacturer;

const statusMessages: Record<LeadStatus, MessageDescriptor> = {
  new: msg({ message: 'New', context: 'lead' }),
  interested: msg({ message: 'Interested', context: 'lead' }),
  contacted: msg({ message: 'Contacted', context: 'lead' }),
  agreed: msg({ message: 'Agreed', context: 'lead' }),
  closed: msg({ message: 'Completed', context: 'lead' }),
  'not-interested': msg({ message: 'Not interested', context: 'lead' }),
  'contact-unsuccessful': msg({ message: 'Not reached', context: 'lead' }),
  'not-agreed': msg({ message: 'Not agreed', context: 'lead' }),
  rejected: msg({ message: 'Withdrawn', context: 'lead' }),
  'rejected-by-installer': msg({ message: 'Rejected', context: 'lead' }),
  lost: msg({ message: 'Lost', context: 'lead' }),
  'time-out': msg({ message: 'Not answered', context: 'lead' }),
  'expired-interest': msg({ message: 'Expired', context: 'lead' }),
  'expired-contact': msg({ message: 'Expired', context: 'lead' }),
  'expired-agreement': msg({ message: 'Expired', context: 'lead' }),
};

const groupMessages: Record<LeadGroup, MessageDescriptor> = {
  open: msg({ message: 'Open', context: 'leads' }),
  scheduled: msg({ message: 'Scheduled', context: 'leads' }),
  completed: msg({ message: 'Completed', context: 'leads' }),
  other: msg({ message: 'Other', context: 'leads' }),
};

const reasonMessages: Record<LeadReason, MessageDescriptor> = {
  customer_not_reached: msg`The customer couldn’t be reached`,
  customer_changed_mind: msg`The customer changed their mind`,
  chose_another_company: msg`The customer chose another company`,
  price_too_high: msg`The price was too high`,
  not_our_kind_of_work: msg`Not our type of work`,
  too_far_away: msg`Too far away`,
  no_free_time: msg`We’re fully booked`,
  duplicate: msg`We already have this lead`,
  other: msg`Another reason`,
};

const itemMessages: Record<AgreementItem, MessageDescriptor> = {
  place_seen: msg`I’ve visited the site`,
  offer_accepted: msg`The customer accepted the quote`,
  date_agreed: msg`We’ve agreed a date`,
};

const partMessages: Record<EditPart, MessageDescriptor> = {
  status: msg`Step`,
  notes: msg`Notes`,
  date: msg`Installation date`,
  address: msg`Address`,
};

/** Returns functions that give the labels for the codes in a lead. */
export function useLeadLabels() {
  const { i18n } = useLingui();
  return {
    status: (status: LeadStatus) => i18n._(statusMessages[status]),
    group: (group: LeadGroup) => i18n._(groupMessages[group]),
    reason: (reason: LeadReason) => i18n._(reasonMessages[reason]),
    item: (item: AgreementItem) => i18n._(itemMessages[item]),
    part: (part: EditPart) => i18n._(partMessages[part]),
  };
}

/** Returns a function that describes who moved a lead to its current step, and when. */
export function useMoveText(): (lead: Pick<LeadDocument, 'status' | MoveField>) => string {
  const { t } = useLingui();
  const format = useFormat();
  const { status: statusLabel } = useLeadLabels();
  return ({ status, moved_by: { actor, name }, moved_at, state }) => {
    const movedAt = format.dateTime(moved_at);
    const step = statusLabel(status);
    if (actor === 'installer') {
      if (name !== null) return t`${name} moved it to “${step}” on ${movedAt}.`;
      return state === 'waiting'
        ? t`You moved it to “${step}” on ${movedAt}.`
        : t`Someone in your company moved it to “${step}” on ${movedAt}.`;
    }
    if (actor === 'operator') {
      return status === 'new'
        ? t`${manufacturer} offered it to you on ${movedAt}.`
        : t`${manufacturer} withdrew it on ${movedAt}.`;
    }
    return status === 'closed'
      ? t`Its project was closed on ${movedAt}.`
      : t`The next step wasn’t taken in time, so the lead expired on ${movedAt}.`;
  };
}
type MoveField = 'moved_by' | 'moved_at' | 'state';

/**
 * Returns a function that names a requested product. An unknown type is the customer's own description, so it's
 * returned unchanged.
 */
export function useRequestedItemName(): (type: string | null) => string {
  const { t } = useLingui();
  const { family, name } = useProductNames();
  return (type) => {
    if (type === null) return t`Roof window`;
    return family(type) === 'product' ? type : name(type);
  };
}
