import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { moment, text } from '../primitives.ts';
import { defineOperatorCall, type ScopedRecord } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';
import type { OperatorRight } from './operator-rights.ts';

/** An event in a record's history. */
const timelineEntry = v.object({
  id: text(120),
  at: moment,
  /** An operator’s or installer’s action, a message to installers, or an event on the server. */
  kind: v.picklist(['act', 'installer', 'message', 'server']),
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
});
export type TimelineEntry = v.InferOutput<typeof timelineEntry>;

/** Query and result of every timeline. */
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
  const { cursor, limit } = operatorListEntries;
  return defineOperatorCall(
    {
      id,
      method: 'GET',
      path,
      summary: `Operators’ and installers’ actions, and messages about a record (${record}), newest first.`,
      params: idParams,
      query: v.object({ cursor, limit }),
      result: operatorListResult(timelineEntry),
    },
    { right, scope: { record, in: 'params', field: 'id' } },
  );
}
export type TimelineCall = ReturnType<typeof defineTimelineCall>;
