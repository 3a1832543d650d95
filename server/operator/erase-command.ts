import * as v from 'valibot';
import { type Erasure, erasePerson } from '../account/erase-person.ts';
import { argument, type Command, type CommandInput, type CommandOption, id } from './command.ts';

const flag = (name: string): CommandOption => ({
  name,
  format: 'without a value',
  schema: v.literal(''),
});
const isDryRun = ({ options }: CommandInput) => options['dry-run'] !== undefined;
const person = (request: CommandInput) => argument(request, 0).toLowerCase();

/** Erases a person's data at their request. */
export const eraseCommand: Command = {
  name: 'people erase',
  summary:
    'erase a person’s data for good; --dry-run lists it, --close-company is for the last owner',
  args: [id('PERSON')],
  options: [flag('dry-run'), flag('close-company')],
  isAction: true,
  auditedArgs: (request) =>
    Promise.resolve([
      person(request),
      ...['dry-run', 'close-company'].filter((name) => request.options[name] !== undefined),
    ]),
  run: async (request, services) => {
    const options = {
      isDryRun: isDryRun(request),
      closesCompany: request.options['close-company'] !== undefined,
    };
    return formatErasure(await erasePerson(person(request), options, services), options.isDryRun);
  },
};

function formatErasure({ deleted, pseudonymised, kept }: Erasure, dryRun: boolean): string[] {
  const list = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ');
  return [
    dryRun ? 'Nothing was changed. Without --dry-run, this happens:' : 'Erased.',
    'deleted: name, phone number, e-mail address, picture, settings, consents, codes, push subscriptions',
    `deleted: ${list(deleted)}`,
    `kept with a pseudonym: ${list(pseudonymised)}`,
    `kept with the person’s id only, for points, warranty and accounting: ${list(kept)}`,
    'kept: the company’s own data, homeowners’ data, and texts that colleagues wrote',
  ];
}
