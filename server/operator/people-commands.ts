import { emailAddress } from '#schemas/email.ts';
import { createImpersonationToken, findActivePersonIdByEmail } from '../access/impersonation.ts';
import { endSessionsForOperator } from '../account/operator-sessions.ts';
import { eraseHandover } from '../handover/operator-handovers.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { changeCommands } from './change-commands.ts';
import { eraseCommand } from './erase-command.ts';
import {
  actionCommand,
  getArgument,
  type Command,
  type CommandInput,
  idArgument,
} from './command.ts';

/**
 * Finds the active person with an email address. Throws `not_found` if impersonation is disabled,
 * `installer_not_found` if there is no such person.
 */
async function findIdOfPersonToImpersonate(
  request: CommandInput,
  { db, environment }: Pick<Services, 'db' | 'environment'>,
) {
  if (!environment.allowsImpersonation)
    throw new ApiFailure('not_found', { field: 'FAKER_TOKENS' });
  const person = await findActivePersonIdByEmail(db, getArgument(request, 0));
  if (person === null) throw new ApiFailure('installer_not_found', { field: 'E-MAIL' });
  return person;
}

export const peopleCommands: readonly Command[] = [
  ...changeCommands,
  eraseCommand,
  actionCommand(
    'people end-sessions',
    {
      summary: 'sign a person out on all devices, and discard codes already sent',
      args: [idArgument('PERSON')],
    },
    async (request, services) =>
      `Sessions ended: ${await endSessionsForOperator(getArgument(request, 0).toLowerCase(), services)}.`,
  ),
  actionCommand(
    'handovers erase',
    {
      summary: 'erase a signed handover sheet for good, at the homeowner’s request',
      args: [idArgument('HANDOVER')],
    },
    async (request, services) => {
      await eraseHandover(getArgument(request, 0).toLowerCase(), services);
      return 'Erased: the signed sheet, its PDF and its attachment.';
    },
  ),
  actionCommand(
    'emulate',
    {
      summary: 'create a link that opens the app as another person; works once, within ten minutes',
      args: [{ name: 'E-MAIL', format: 'an email address', schema: emailAddress }],
      auditedArgs: async (request, services) => [
        await findIdOfPersonToImpersonate(request, services),
      ],
    },
    async (request, services) => {
      const { db, clock } = services;
      return `/?faker=${await createImpersonationToken(db, clock.now(), await findIdOfPersonToImpersonate(request, services))}`;
    },
  ),
];
