import { type Erasure, erasePerson } from '../account/erase-person.ts';
import {
  getArgument,
  type Command,
  type CommandInput,
  DRY_RUN_HEADING,
  flagOption,
  hasFlag,
  idArgument,
} from './command.ts';

const getPersonId = (request: CommandInput) => getArgument(request, 0).toLowerCase();

/** Erases a person's data at their request. */
export const eraseCommand: Command = {
  name: 'people erase',
  summary:
    'erase a person’s data for good; --dry-run lists it, --close-company is for the last owner',
  args: [idArgument('PERSON')],
  options: [flagOption('dry-run'), flagOption('close-company')],
  isAction: true,
  auditedArgs: (request) =>
    Promise.resolve([
      getPersonId(request),
      ...['dry-run', 'close-company'].filter((name) => hasFlag(request, name)),
    ]),
  run: async (request, services) => {
    const options = {
      isDryRun: hasFlag(request, 'dry-run'),
      closesCompany: hasFlag(request, 'close-company'),
    };
    return formatErasure(
      await erasePerson(getPersonId(request), options, services),
      options.isDryRun,
    );
  },
};

function formatErasure(
  { deleted: deletedCounts, pseudonymised: pseudonymisedCounts, kept: retainedRows }: Erasure,
  isDryRun: boolean,
): string[] {
  const list = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ');
  return [
    isDryRun ? DRY_RUN_HEADING : 'Erased.',
    'deleted: name, phone number, email address, picture, settings, consents, codes, push subscriptions',
    `deleted: ${list(deletedCounts)}`,
    `kept with a pseudonym: ${list(pseudonymisedCounts)}`,
    ...retainedRows.map(({ reason, counts }) => `kept ${reason}: ${list(counts)}`),
    'kept: the company’s own data, homeowners’ data, and texts that colleagues wrote',
  ];
}
