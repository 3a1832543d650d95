import { leadErrors, leadCalls } from '#schemas/api/lead-calls.ts';
import type { Lead } from '#schemas/lead.ts';
import { CallError, refusalOf } from '../../http/call-error.ts';
import { hasEditsToSend, leadOfServer, leadRefused, type LeadRow, withTaken } from './machine.ts';
import type { RetryScheduler } from '../../retry/retry-scheduler.ts';
import { createPoisonWatch } from '../../retry/poison.ts';
import type { SyncLog } from '../../status/sync-log.ts';
import type { Transport } from '../../http/transport.ts';

/** The server's last words on an edit; anything else is tried again. */
const FINAL: ReadonlySet<string> = new Set([
  ...leadErrors,
  'invalid_input',
  'not_found',
  'forbidden',
  'payload_too_large',
  'unknown_shape',
]);

/**
 * Sends the edits of leads in their order, until the server has judged each. With the first that is
 * refused those behind it are held back too, because they build on it.
 * @returns the leads as the verdicts left them
 */
export function createLeadPush(options: {
  userId: string;
  transport: Transport;
  retry: RetryScheduler;
  log: SyncLog;
  latest: (ids: readonly string[]) => Promise<ReadonlyMap<string, LeadRow>>;
}) {
  const { userId, transport, retry, log } = options;
  const poison = createPoisonWatch();

  const leadNow = async (id: string, signal: AbortSignal): Promise<Lead | null> => {
    try {
      return await transport.call(leadCalls.lead, { params: { id } }, { signal, userId });
    } catch (error) {
      if (error instanceof CallError && error.status === 404) return null;
      throw error;
    }
  };

  const send = async (row: LeadRow, signal: AbortSignal): Promise<LeadRow[]> => {
    const current = (await options.latest([row.uuid])).get(row.uuid);
    const known = new Set(current?.edits.map(({ op_id }) => op_id));
    // Given up since: what the person took back is not sent any more.
    const edits = row.edits.filter(({ op_id }) => known.has(op_id));
    const params = { id: row.uuid };
    let taken: Lead | null = null;
    for (const [at, edit] of edits.entries()) {
      try {
        taken = await transport.call(
          leadCalls.editLead,
          { params, body: edit },
          { signal, userId },
        );
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        const isPoison =
          error.code === 'internal' && poison.stumbled(edit.op_id, retry.state().successes);
        if (!FINAL.has(error.code) && !isPoison) throw error;
        log.add('lead_refused', { code: error.code });
        const server = await leadNow(row.uuid, signal);
        const before = withTaken(row, row, edits.slice(0, at));
        return [leadRefused(before, server, edits.slice(at), refusalOf(error))];
      }
    }
    return taken === null ? [] : [withTaken(leadOfServer(taken), row, edits)];
  };

  return async (pushed: readonly LeadRow[]): Promise<LeadRow[]> => {
    const waiting = pushed.filter(hasEditsToSend);
    // A lane for each: one that is stuck holds no other.
    const answered = await Promise.all(
      waiting.map((row) => retry.run(`lead ${row.uuid}`, (signal) => send(row, signal))),
    );
    return answered.flat();
  };
}
