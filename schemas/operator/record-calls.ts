import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { campaignRecordId } from '../campaign.ts';
import { multilineText } from '../multiline-text.ts';
import { moment, text, uuid } from '../primitives.ts';
import { MAX_COMMENT } from './comment-calls.ts';
import { defineOperatorCall, type ScopedRecord } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';
import type { OperatorRight } from './operator-rights.ts';

/** Path parameters of a call on a campaign. */
export const campaignParams = v.object({ id: campaignRecordId });

/** An event in a record's history. */
const timelineEntry = v.object({
  id: text(120),
  at: moment,
  /** An operator’s action or comment, an installer’s action, a message to installers, or an event on the server. */
  kind: v.picklist(['act', 'comment', 'installer', 'message', 'server']),
  /** Code of the action, event or message. */
  what: text(100),
  /** Name of the operator or installer; null if unknown. */
  who: v.nullable(text(200)),
  why: v.nullable(text(500)),
  /** `done`, an error code, or a notification’s mark; null until finished. */
  outcome: v.nullable(text(40)),
  /** Details, such as names of changed fields or an order number. */
  details: v.array(text(200)),
  /** Changed fields before and after; hidden values stay hidden. */
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
  /** Only for comments. */
  comment: v.optional(
    v.object({
      id: uuid,
      /** Operator who wrote it, and may delete it. */
      author: uuid,
      /** Null if it was deleted, or erased with a person’s data. */
      text: v.nullable(multilineText(MAX_COMMENT)),
      deleted_at: v.nullable(moment),
    }),
  ),
});
export type TimelineEntry = v.InferOutput<typeof timelineEntry>;

const { cursor, limit } = operatorListEntries;
const timelineQuery = v.object({ cursor, limit });
const timelineResult = operatorListResult(timelineEntry);

/** Id and path of a timeline call. */
type TimelineCallInput<Id extends string, Path extends string> = {
  readonly id: Id;
  readonly path: Path;
};

/**
 * Declares the timeline of a kind of record: `GET …/{id}/timeline`, newest first. All timelines have the same
 * result, so that one console component can show them.
 */
export function defineTimelineCall<const Id extends string, const Path extends string>(
  { id, path }: TimelineCallInput<Id, Path>,
  { right, record }: { readonly right: OperatorRight; readonly record: ScopedRecord },
) {
  return defineOperatorCall(
    {
      id,
      method: 'GET',
      path,
      summary: `Lists operators’ and installers’ actions on a record (${record}) and messages about it, newest first.`,
      params: idParams,
      query: timelineQuery,
      result: timelineResult,
    },
    { right, scope: { record, in: 'params', field: 'id' } },
  );
}

/**
 * Declares the timeline of a kind of record that isn't a `ScopedRecord`. Its handler verifies the country, and that the
 * operator may read the record.
 * @param params path parameters with the record’s id
 */
export function defineUnscopedTimelineCall<
  const Id extends string,
  const Path extends string,
  const Params extends typeof idParams | typeof campaignParams,
>({ id, path }: TimelineCallInput<Id, Path>, params: Params, right: OperatorRight) {
  return defineOperatorCall(
    {
      id,
      method: 'GET',
      path,
      summary: 'Lists operators’ actions on a record, newest first.',
      params,
      query: timelineQuery,
      result: timelineResult,
    },
    { right, scope: 'list' },
  );
}
export type TimelineCall =
  | ReturnType<typeof defineTimelineCall>
  | ReturnType<typeof defineUnscopedTimelineCall>;
