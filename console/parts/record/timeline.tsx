import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { LucideIcon } from 'lucide-react';
import { Bell, HardHat, MessageSquareText, Server, UserCog } from 'lucide-react';
import { chatStatuses } from '#schemas/chat.ts';
import type { TimelineCall, TimelineEntry } from '#schemas/operator/record-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Skeleton, SkeletonText } from '#src/ui/feedback/skeleton.tsx';
import { auditedFieldText, auditedValueText } from '#console/parts/audited-field-text.ts';
import { subjectText, timelineChannels, timelineStates } from '#console/parts/message-texts.ts';
import { actionText } from '#console/parts/action-texts.ts';
import { leadEntryText } from '#console/parts/lead-status-text.ts';
import { failedText, failureText, useErrorText } from '#console/data/error-texts.ts';
import { useSession } from '#console/data/session.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { timeText } from '#console/parts/country-and-time.ts';
import { canComment, CommentForm, type CommentedRecord } from './comment-form.tsx';
import { CommentText } from './comment-text.tsx';
import { EmptyPart } from './record-page.tsx';

const icons: Readonly<Record<TimelineEntry['kind'], LucideIcon>> = {
  act: UserCog,
  comment: MessageSquareText,
  installer: HardHat,
  message: Bell,
  server: Server,
};

interface TimelineProps {
  /** The call that lists the record's timeline, declared with a function from `record-calls.ts`. */
  readonly call: TimelineCall;
  readonly id: string;
  /** The record's kind and country, if operators comment on it. */
  readonly comments?: Omit<CommentedRecord, 'id'> & {
    /** True if personal data of the record or of the lead's request was erased, so that no comment can be added. */
    readonly isErased?: boolean;
  };
}

/** A record's events, newest first: actions of operators and installers, messages, and operators' comments. */
export function Timeline({ call, id, comments }: TimelineProps) {
  const session = useSession();
  return (
    <>
      {comments && canComment(session, comments) && (
        <>
          {comments.isErased === true ? (
            <p className="mb-4 text-small text-ink-soft">
              {comments.kind === 'lead' ? (
                // The company keeps the lead with its contact details.
                <Trans>Comments can’t be added, because the request’s data was erased.</Trans>
              ) : (
                <Trans>Comments can’t be added, because the personal data was erased.</Trans>
              )}
            </p>
          ) : (
            <CommentForm key={id} record={{ ...comments, id }} timeline={call.id} />
          )}
        </>
      )}
      <Entries call={call} id={id} recordKind={comments?.kind ?? null} />
    </>
  );
}

function Entries({
  call,
  id,
  recordKind,
}: Pick<TimelineProps, 'call' | 'id'> & { readonly recordKind: string | null }) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const list = useOperatorList(call, {}, { params: { id }, fresh: 'queue' });
  if (list.isLoading)
    return (
      <Skeleton label={t`Loading the timeline`}>
        <SkeletonText lines={5} />
      </Skeleton>
    );
  if (list.rows.length === 0 && list.error === null) return <EmptyPart />;
  return (
    <>
      <ErrorBlock messages={list.error ? [errorText(list.error)] : []} />
      <ol aria-label={t`Timeline`} className="rounded-card bg-surface-raised px-4 card-rise">
        {list.rows.map((entry) => (
          <Entry key={entry.id} entry={entry} timeline={call.id} recordKind={recordKind} />
        ))}
      </ol>
      {list.hasMore && (
        <div className="pt-3">
          <Button variant="secondary" busy={list.isLoadingMore} onClick={list.loadMore}>
            <Trans>Show earlier</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

interface EntryProps {
  readonly entry: TimelineEntry;
  readonly timeline: string;
  readonly recordKind: string | null;
}

function Entry({ entry, timeline, recordKind }: EntryProps) {
  const { i18n } = useLingui();
  const Icon = icons[entry.kind];
  const { before, after } = entry;
  const outcome = outcomeText(entry);
  // The outcome's text already includes the change.
  const fields = outcome
    ? []
    : [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
        (field) => !(statusActions.has(entry.what) && statusFields.has(field)),
      );
  return (
    <li className="flex gap-3 border-b border-line py-3 last:border-0">
      <Icon className="mt-0.5 size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="font-semibold break-long">
            {outcome ? i18n._(outcome) : timelineText(i18n, entry)}
          </span>
          <OutcomeBadge entry={entry} />
          <span className="ms-auto text-small text-ink-soft tnum">{timeText(i18n, entry.at)}</span>
        </p>
        <p className="text-small text-ink-soft break-long">
          {[entry.who, entry.why, failureOf(i18n, entry), ...detailTexts(i18n, entry)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {entry.comment && <CommentText comment={entry.comment} timeline={timeline} />}
        {fields.length > 0 && (
          <ul className="mt-1 text-small">
            {fields.map((field) => (
              <li key={field} className="break-long">
                {auditedFieldText(i18n, field)}:{' '}
                {auditedValueText(i18n, recordKind, field, before?.[field])} →{' '}
                {auditedValueText(i18n, recordKind, field, after?.[field])}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

/** Status of a message. For other entries, only a failure is shown. */
function OutcomeBadge({ entry: { kind, outcome } }: { entry: TimelineEntry }) {
  const { i18n } = useLingui();
  const state = kind === 'message' ? timelineStates[outcome ?? ''] : undefined;
  if (state) return <Badge tone={state.tone}>{i18n._(state.text)}</Badge>;
  return (
    outcome !== 'done' && <Badge tone="bad">{outcome === null ? '…' : i18n._(failedText)}</Badge>
  );
}

/** Explains why an action failed. */
const failureOf = (i18n: I18n, { kind, outcome }: TimelineEntry) =>
  kind === 'act' ? failureText(i18n, outcome) : null;

/** Returns how a message was sent, the labels of the fields that an installer has changed, or the details unchanged. */
function detailTexts(i18n: I18n, { kind, what, details }: TimelineEntry): readonly string[] {
  if (kind === 'message')
    return details.map((channel) => {
      const text = timelineChannels[channel];
      return text ? i18n._(text) : channel;
    });
  return what.startsWith('changed_')
    ? details.map((field) => auditedFieldText(i18n, field))
    : details;
}

/** Actions whose names already include the new status, so that the status field isn't listed. */
const statusActions: ReadonlySet<string> = new Set([
  ...['approveOrder', 'failOrder', 'completeOrder', 'rejectOrder', 'reopenOrder'],
  ...['issueCard', 'replaceCard', 'withdrawLead'],
]);
const statusFields: ReadonlySet<string> = new Set(['state', 'status']);

/** Outcomes of actions that set or clear a state; undefined for other values. */
const outcomes: Readonly<Record<string, (entry: TimelineEntry) => MessageDescriptor | undefined>> =
  {
    setCardState: ({ before, after }) => {
      if (after?.['state'] === 'blocked') return msg`Blocked the card`;
      if (before?.['state'] === 'blocked') return msg`Unblocked the card`;
      return after?.['state'] === 'active' ? msg`Marked the card as active` : undefined;
    },
    setCompanyBlocked: ({ after }) =>
      after?.['active'] === 0 ? msg`Blocked the company` : msg`Unblocked the company`,
    setChatSolved: ({ after }) =>
      after?.['status'] === chatStatuses.solved ? msg`Solved the chat` : msg`Reopened the chat`,
    setLeadRequestEnded: ({ after }) =>
      after?.['state'] === 'ended' ? msg`Ended the request` : msg`Reopened the request`,
  };

/** Returns the text for the outcome of an action that sets or clears a state; undefined for other entries. */
function outcomeText(entry: TimelineEntry): MessageDescriptor | undefined {
  const isDone = entry.kind === 'act' && entry.outcome === 'done';
  return isDone ? outcomes[entry.what]?.(entry) : undefined;
}

/** Events caused by installers or the server. */
const eventTexts: Readonly<Record<string, MessageDescriptor>> = {
  registered: msg`Registered`,
  changed_user: msg`Changed their profile`,
  changed_company: msg`Changed the company`,
  changed_member: msg`Changed a colleague`,
  changed_session: msg`Changed sign-ins`,
  created_project: msg`Created a project`,
  comment: msg`Comment`,
  placed_order: msg`Placed an order`,
  registered_card: msg`Registered the card in the app`,
  batched_order: msg`Exported in a batch`,
  certificate_issued: msg`Issued the certificate`,
  added: msg`Added to the team`,
  removed: msg`Removed from the team`,
};

/** Name of an entry; unknown ones from a newer server are shown as their code. */
function timelineText(i18n: I18n, { kind, what }: Pick<TimelineEntry, 'kind' | 'what'>): string {
  if (kind === 'message') return subjectText(i18n, what);
  const lead = leadEntryText(i18n, what);
  if (lead !== null) return lead;
  const text = eventTexts[what];
  return text ? i18n._(text) : actionText(i18n, what);
}
