import { afterSurveyStep, type SurveyStep } from '#schemas/survey-invitation.ts';
import type { CommandPorts } from '../scans/commands.ts';
import { storeFailure } from '../../store/sync-error.ts';

/** The edits of survey invitations. They resolve after the local commit, and throw SyncError. */
export interface SurveyCommands {
  /** Opens, puts off, completes or refuses a survey (spec 1 §4). One that is gone stays so. */
  stepSurvey(id: string, step: SurveyStep): Promise<void>;
}

export function createSurveyCommands(
  ports: Pick<CommandPorts, 'database' | 'newId' | 'clock'>,
): SurveyCommands {
  const { surveys } = ports.database.collections;
  return {
    async stepSurvey(id, step) {
      const found = await surveys.findOne(id).exec();
      await found
        ?.incrementalModify((invitation) => ({
          ...invitation,
          ...afterSurveyStep(invitation, step, ports.clock()),
          op_id: ports.newId(),
          state: 'waiting',
        }))
        .catch((error: unknown) => {
          throw storeFailure(error);
        });
    },
  };
}
