import { type Kysely } from 'kysely';
import * as v from 'valibot';
import { emailAddress } from '#schemas/email.ts';
import { MAX_TYPED_PHONE } from '#schemas/phone.ts';
import { typedText } from '#schemas/primitives.ts';
import { changeEmailByOperator } from '../account/operator-email.ts';
import { shortenEmail, shortenPhone } from '../account/shorten-contact.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { changePhoneByOperator, validateOperatorPhone } from '../team/operator-phone.ts';
import {
  actionCommand,
  getArgument,
  type CommandInput,
  type CommandOption,
  idArgument,
} from './command.ts';

const proofOptions: readonly CommandOption[] = [
  {
    name: 'proof',
    value: 'KIND',
    isRequired: true,
    format: '“company-document”, “call-back” or “in-person”: how the identity was verified',
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
const getPersonId = (request: CommandInput) => getArgument(request, 0).toLowerCase();
const auditedArgs = (request: CommandInput) => Promise.resolve([getPersonId(request)]);

/** Commands that replace a person's phone number or email address after the operator has verified their identity. */
export const changeCommands = [
  actionCommand(
    'people change-phone',
    {
      summary: 'replace a person’s phone number after proof of identity; signs them out',
      args: [
        idArgument('PERSON'),
        {
          name: 'NUMBER',
          format: 'a phone number of the company’s country',
          schema: typedText(MAX_TYPED_PHONE, 1),
        },
      ],
      options: proofOptions,
      auditedArgs,
      auditedDetails: async (request, services) => {
        const { phone } = await loadContact(services.db, getPersonId(request));
        const newPhone = await validateOperatorPhone(
          getPersonId(request),
          getArgument(request, 1),
          services,
        );
        return { ...request.options, before: shortenPhone(phone), after: shortenPhone(newPhone) };
      },
    },
    async (request, services) =>
      formatResult(
        await changePhoneByOperator(getPersonId(request), getArgument(request, 1), services),
      ),
  ),
  actionCommand(
    'people change-email',
    {
      summary: 'replace a person’s email address after proof of identity; signs them out',
      args: [
        idArgument('PERSON'),
        { name: 'ADDRESS', format: 'an email address', schema: emailAddress },
      ],
      options: proofOptions,
      auditedArgs,
      auditedDetails: async (request, { db }) => {
        const { email } = await loadContact(db, getPersonId(request));
        const [before, after] = [shortenEmail(email), shortenEmail(getArgument(request, 1))];
        return { ...request.options, before, after };
      },
    },
    async (request, services) =>
      formatResult(
        await changeEmailByOperator(getPersonId(request), getArgument(request, 1), services),
      ),
  ),
];

const formatResult = (endedCount: number) => `Changed. Sessions ended: ${endedCount}.`;

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
