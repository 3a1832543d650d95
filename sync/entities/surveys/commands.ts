import type { SurveyTiming, SurveyAction } from '#schemas/survey-status.ts';
import { changeMany } from '../../store/documents.ts';
import type { CommandPorts } from '../command-ports.ts';
import { nextSurvey } from './machine.ts';

/** Commands for survey invitations. They resolve after the local commit and throw SyncError. */
export interface SurveyCommands {
  /** Opens, postpones, completes or declines a survey (spec 1 §4). Does nothing if the invitation was deleted. */
  applySurveyStep(id: string, step: SurveyAction): Promise<void>;
  /**
   * Undoes a step by restoring the previous status, even if the step has been sent. Does nothing if the invitation was
   * deleted.
   */
  undoSurveyStep(id: string, previous: SurveyTiming): Promise<void>;
}

export function createSurveyCommands(
  ports: Pick<CommandPorts, 'database' | 'newId' | 'clock'>,
): SurveyCommands {
  const { surveys } = ports.database.collections;
  return {
    async applySurveyStep(id, step) {
      const event = { type: 'step_taken', step, opId: ports.newId(), at: ports.clock() } as const;
      await changeMany(surveys, [id], (row) => (row.deleted ? row : nextSurvey(row, event)));
    },
    async undoSurveyStep(id, { interacted_at, delayed_to }) {
      const previous = { interacted_at, delayed_to };
      const event = { type: 'undone', previous, opId: ports.newId() } as const;
      await changeMany(surveys, [id], (row) => (row.deleted ? row : nextSurvey(row, event)));
    },
  };
}
