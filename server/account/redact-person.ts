import { type Kysely } from 'kysely';
import { type Database } from '../db/tables.ts';

/** Personal data of a person whose data is being erased, and its replacement. */
export interface RedactedPerson {
  readonly name: string;
  readonly surname: string;
  /** The current address, former ones, and one being verified. */
  readonly emails: readonly string[];
  readonly phone: string | null;
  readonly pseudonym: { readonly name: string; readonly surname: string };
}

/** First name of people whose data was erased; the last name is the start of their id. */
const ERASED_NAME = 'Person';

/** Returns the name that replaces a person's when their data is erased. */
export const createPseudonym = (id: string): RedactedPerson['pseudonym'] => ({
  name: ERASED_NAME,
  surname: id.slice(0, 8),
});

/** True if the person's data was erased. */
export function isErased(person: {
  readonly id: string;
  readonly name: string;
  readonly surname: string;
}): boolean {
  const { name, surname } = createPseudonym(person.id);
  return person.name === name && person.surname === surname;
}

/**
 * True if the person's data was erased. Within a transaction, this locks the person, so that an erasure waits until
 * the transaction ends.
 */
export async function isPersonErased(db: Kysely<Database>, id: string): Promise<boolean> {
  const person = await db
    .selectFrom('installers')
    .select(['id', 'name', 'surname'])
    .where('id', '=', id)
    .$if(db.isTransaction, (people) => people.forShare())
    .executeTakeFirst();
  return person !== undefined && isErased(person);
}

/** Number of digits at the end of a phone number that identify it, with or without its dial code. */
const PHONE_END_DIGITS = 8;

/**
 * Replaces a person's full name, email addresses and phone number in a JSON value. A first or last name on its own is
 * replaced only in an object that contains both, because other people may have the same name.
 */
export function redactPerson(value: unknown, person: RedactedPerson): unknown {
  if (typeof value === 'string') return redactText(value, person);
  if (Array.isArray(value)) return value.map((entry) => redactPerson(entry, person));
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Readonly<Record<string, unknown>>;
  const isPerson = record['name'] === person.name && record['surname'] === person.surname;
  return Object.fromEntries(
    Object.entries({ ...record, ...(isPerson && person.pseudonym) }).map(([key, entry]) => [
      key,
      redactPerson(entry, person),
    ]),
  );
}

/**
 * Replaces a person's full name, email addresses and phone number in a text. Ignores case, and the separators between
 * the names and between the digits.
 */
export function redactText(text: string, person: RedactedPerson): string {
  const { name, surname, emails, phone, pseudonym } = person;
  const replacement = `${pseudonym.name} ${pseudonym.surname}`;
  const patterns = [
    ...emails.map(escapeRegExp),
    // In file names, words are often separated by characters other than spaces.
    `${escapeRegExp(name)}[\\s._-]+${escapeRegExp(surname)}`,
    `${escapeRegExp(surname)}[\\s._-]+${escapeRegExp(name)}`,
    ...(phone === null ? [] : [createPhonePattern(phone)]),
  ];
  return patterns.reduce(
    (redactedText, pattern) => redactedText.replace(new RegExp(pattern, 'giu'), () => replacement),
    text,
  );
}

/** Creates a pattern for a number with or without its dial code, and with separators between its digits. */
function createPhonePattern(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  const lastDigits = [...digits.slice(-PHONE_END_DIGITS)].join('[\\s().\\/-]*');
  const leadingDigits = [...digits.slice(0, -PHONE_END_DIGITS)].map(
    (digit) => `(?:${digit}[\\s().\\/-]*)?`,
  );
  return `\\+?${leadingDigits.join('')}${lastDigits}`;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
