import { type Kysely } from 'kysely';
import * as v from 'valibot';
import { emailAddress } from '#schemas/email.ts';
import { MAX_TYPED_PHONE } from '#schemas/phone.ts';
import { typedText } from '#schemas/primitives.ts';
import { changeEmailByOperator } from '../account/operator-email.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { changePhoneByOperator, validateOperatorPhone } from '../team/operator-phone.ts';
import { actionCommand, argument, type CommandInput, type CommandOption, id } from './command.ts';

const proofOptions: readonly CommandOption[] = [
  {
    name: 'proof',
    value: 'KIND',
    isRequired: true,
    format: '“company-document”, “call-back” or “in-person”: how the identity was proved',
    schema: v.picklist(['company-document', 'call-back', 'in-person']),
  },
  {
    name: 'reference',
    value: 'TEXT',
    isRequired: true,
    format: 'where the proof is kept, such as the number of a ticket, with 2 to 100 characters',
    schema: typedText(100, 2),
  },
];
const person = (request: CommandInput) => argument(request, 0).toLowerCase();
const auditedArgs = (request: CommandInput) => Promise.resolve([person(request)]);

/** Commands that replace how a person signs in, after the operator checked their identity. */
export const changeCommands = [
  actionCommand(
    'people change-phone',
    {
      summary: 'replace a person’s phone number after proof of identity; signs them out',
      args: [
        id('PERSON'),
        {
          name: 'NUMBER',
          format: 'a phone number of the company’s country',
          schema: typedText(MAX_TYPED_PHONE, 1),
        },
      ],
      options: proofOptions,
      auditedArgs,
      auditedDetails: async (request, services) => {
        const { phone } = await loadContact(services.db, person(request));
        const next = await validateOperatorPhone(person(request), argument(request, 1), services);
        return { ...request.options, before: shortenPhone(phone), after: shortenPhone(next) };
      },
    },
    async (request, services) =>
      changed(await changePhoneByOperator(person(request), argument(request, 1), services)),
  ),
  actionCommand(
    'people change-email',
    {
      summary: 'replace a person’s email address after proof of identity; signs them out',
      args: [id('PERSON'), { name: 'ADDRESS', format: 'an email address', schema: emailAddress }],
      options: proofOptions,
      auditedArgs,
      auditedDetails: async (request, { db }) => {
        const { email } = await loadContact(db, person(request));
        const [before, after] = [shortenEmail(email), shortenEmail(argument(request, 1))];
        return { ...request.options, before, after };
      },
    },
    async (request, services) =>
      changed(await changeEmailByOperator(person(request), argument(request, 1), services)),
  ),
];

const changed = (ended: number) => `Changed. Sessions ended: ${ended}.`;

/** Throws `installer_not_found` unless the person is active. */
async function loadContact(db: Kysely<Database>, personId: string) {
  const contact = await db
    .selectFrom('installers')
    .select(['email', 'phone'])
    .where('id', '=', personId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!contact) throw new ApiFailure('installer_not_found');
  return contact;
}

/** Shortens a phone number for the audit record: `+48…67`. */
function shortenPhone(phone: string | null): string {
  return phone === null ? '-' : `${phone.slice(0, 3)}…${phone.slice(-2)}`;
}

/** Shortens an e-mail address for the audit record: `j…@d….pl`. */
function shortenEmail(email: string | null): string {
  return email === null ? '-' : email.replace(/^(.)[^@]*@(.).*(\.[^.]+)$/u, '$1…@$2…$3');
}
