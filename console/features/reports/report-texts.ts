import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReportFigure, ReportSubject } from '#schemas/operator/report-calls.ts';

/** Texts of a subject and its figures. */
interface SubjectTexts<S extends ReportSubject> {
  readonly title: MessageDescriptor;
  /** Explains how its figures are counted. */
  readonly hint?: MessageDescriptor;
  readonly figures: Readonly<Record<ReportFigure<S>, MessageDescriptor>>;
}

export const subjectTexts: { readonly [S in ReportSubject]: SubjectTexts<S> } = {
  points: {
    title: msg`Points`,
    hint: msg`The total of all lines in the ledger. Opening and changes add up to the closing balance.`,
    figures: {
      opening: msg`Opening`,
      earned: msg`Earned`,
      spent: msg`Spent or reserved`,
      expired: msg({ message: 'Expired', context: 'points' }),
      corrected: msg`Corrected`,
      closing: msg`Closing`,
    },
  },
  companies: {
    title: msg`Companies`,
    figures: { registered: msg`Registered`, total: msg`All companies at the end` },
  },
  projects: {
    title: msg`Projects`,
    figures: { added: msg`Added projects`, closed: msg`Closed projects` },
  },
  products: {
    title: msg`Products`,
    hint: msg`Only decisions of reviewers in the console count.`,
    figures: {
      added: msg`Added products`,
      accepted: msg`Accepted in review`,
      rejected: msg`Rejected in review`,
      photos_requested: msg`New photos requested`,
      review_minutes: msg`Median time from scan to decision, in minutes`,
    },
  },
  orders: {
    title: msg`Orders`,
    hint: msg`Orders placed in the period, by their current status.`,
    figures: {
      placed: msg`Placed`,
      in_progress: msg({ message: 'In progress', context: 'orders' }),
      done: msg({ message: 'Completed', context: 'orders' }),
      rejected: msg({ message: 'Rejected', context: 'orders' }),
      points: msg`Points of orders that weren’t rejected`,
    },
  },
  leads: {
    title: msg`Leads`,
    hint: msg`Leads offered in the period, by their current status.`,
    figures: {
      requests: msg`Requests received`,
      offered: msg`Leads offered`,
      open: msg({ message: 'Open', context: 'leads' }),
      scheduled: msg({ message: 'Scheduled', context: 'leads' }),
      completed: msg({ message: 'Completed', context: 'leads' }),
      other: msg`Ended without a project`,
    },
  },
  support: {
    title: msg`Support`,
    figures: {
      chats: msg`Chats started`,
      messages: msg`Messages from installers`,
      answers: msg`Answers`,
      answer_minutes: msg`Median time to the first answer, in minutes`,
    },
  },
};

/** Name of a figure, or its id if it comes from a newer server. */
export function figureText(i18n: I18n, subject: ReportSubject, figure: string): string {
  const texts: Readonly<Record<string, MessageDescriptor>> = subjectTexts[subject].figures;
  const text = texts[figure];
  return text ? i18n._(text) : figure;
}
