import { calls } from '#schemas/api/calls.ts';
import { CallError } from './call-error.ts';
import type { Patience } from './patience.ts';
import { closed, closingRefused, isClosingToBeSent, type ProjectRow } from './project-verdicts.ts';
import type { SyncLog } from './sync-log.ts';
import type { Transport } from './transport.ts';

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
]);

/**
 * Sends released closings, one by one, until the server has judged each.
 * @returns the projects as the verdicts left them
 */
export function createProjectPush(options: {
  userId: string;
  transport: Transport;
  patience: Patience;
  log: SyncLog;
  latest: (ids: readonly string[]) => Promise<ReadonlyMap<string, ProjectRow>>;
}) {
  const { userId, transport } = options;

  const send = async (row: ProjectRow, signal: AbortSignal): Promise<ProjectRow[]> => {
    const current = (await options.latest([row.uuid])).get(row.uuid);
    const { closing } = row;
    // Withdrawn or answered anew since.
    if (closing === null || current?.closing?.uuid !== closing.uuid) return [];
    const body = { uuid: closing.uuid, data: { response: closing.response } };
    const input = { params: { id: row.uuid }, body };
    try {
      return [closed(await transport.call(calls.submitProjectSurvey, input, { signal, userId }))];
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === 'unknown_shape') {
        options.log.add('unknown_shape', { call: calls.submitProjectSurvey.id });
        return [closingRefused(row, error)];
      }
      if (FINAL.has(error.code)) return [closingRefused(row, error)];
      throw error;
    }
  };

  return async (pushed: readonly ProjectRow[]): Promise<ProjectRow[]> => {
    const answered: ProjectRow[] = [];
    for (const row of pushed.filter(isClosingToBeSent)) {
      answered.push(...(await options.patience.run('closings', (signal) => send(row, signal))));
    }
    return answered;
  };
}
