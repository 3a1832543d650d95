import { projectCalls } from '#schemas/api/project-calls.ts';
import { splitLeadAnswers } from '#schemas/lead-survey.ts';
import { CallError } from '../../http/call-error.ts';
import type { RetryScheduler } from '../../retry/retry-scheduler.ts';
import { createPoisonWatch } from '../../retry/poison.ts';
import { closed, closingRefused, isClosingToBeSent, type ProjectRow } from './machine.ts';
import type { SyncLog } from '../../status/sync-log.ts';
import type { Transport } from '../../http/transport.ts';

/** The server's last words on a closing; anything else is tried again. */
const FINAL: ReadonlySet<string> = new Set([
  'project_not_found',
  'project_not_open',
  'survey_incomplete',
  'conflict',
  'invalid_input',
  'not_found',
  'forbidden',
  'payload_too_large',
  'unknown_shape',
]);

/**
 * Sends released closings, one by one, until the server has judged each.
 * @returns the projects as the verdicts left them
 */
export function createProjectPush(options: {
  userId: string;
  transport: Transport;
  retry: RetryScheduler;
  log: SyncLog;
  latest: (ids: readonly string[]) => Promise<ReadonlyMap<string, ProjectRow>>;
}) {
  const { userId, transport, retry, log } = options;
  const poison = createPoisonWatch();

  const send = async (row: ProjectRow, signal: AbortSignal): Promise<ProjectRow[]> => {
    const current = (await options.latest([row.uuid])).get(row.uuid);
    const { closing } = row;
    // Answered anew since.
    if (closing === null || current?.closing?.uuid !== closing.uuid) return [];
    const body = { uuid: closing.uuid, data: splitLeadAnswers(closing.response) };
    const input = { params: { id: row.uuid }, body };
    try {
      return [
        closed(await transport.call(projectCalls.submitProjectSurvey, input, { signal, userId })),
      ];
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const isPoison =
        error.code === 'internal' && poison.stumbled(closing.uuid, retry.state().successes);
      if (!FINAL.has(error.code) && !isPoison) throw error;
      log.add('closing_refused', { code: error.code });
      return [closingRefused(row, error)];
    }
  };

  return async (pushed: readonly ProjectRow[]): Promise<ProjectRow[]> => {
    const released = pushed.filter(isClosingToBeSent);
    // A lane for each: one that is stuck holds no other.
    const answered = await Promise.all(
      released.map((row) => retry.run(`closing ${row.uuid}`, (signal) => send(row, signal))),
    );
    return answered.flat();
  };
}
