import { fullName } from '#schemas/person-rules.ts';
import { type LeadContact } from '#schemas/operator/lead-calls.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type OperatorActor } from '../console/operator-handler.ts';

/** A homeowner's data in a request or a lead. */
interface Homeowner {
  readonly first_name: string;
  readonly last_name: string;
  readonly street: string;
  readonly postal_code: string;
  readonly city: string;
  readonly phone: string;
  readonly email: string;
  readonly message: string;
}

const formatName = ({ first_name, last_name }: Homeowner) => fullName(first_name, last_name);

/** Countries where the operator may read names and reveal contact details. */
export function personalRegions({ grants }: Pick<OperatorActor, 'grants'>): ReadonlySet<RegionId> {
  return new Set(regionsWithRight(grants, 'personal.read'));
}

/**
 * Returns the name and place for a list. Operators who can't read personal data only see the initials, the town and the
 * first two characters of the postal code.
 */
export function listedHomeowner(homeowner: Homeowner, canRead: boolean) {
  const { first_name, last_name, postal_code, city } = homeowner;
  if (canRead) return { name: formatName(homeowner), city, postal_code };
  const initials = [first_name, last_name].filter(Boolean).map((name) => `${name.charAt(0)}.`);
  return { name: initials.join(' '), city, postal_code: mask(postal_code, 2, 0) };
}

/** Contact details, masked until an operator reveals them with a reason. */
export function maskedContact(homeowner: Homeowner, canRead: boolean): LeadContact {
  const { street, phone, email } = homeowner;
  const [, domain = ''] = email.split('@');
  return {
    name: listedHomeowner(homeowner, canRead).name,
    street: street === '' ? '' : '•••',
    phone: mask(phone, 0, 3),
    email: email === '' ? '' : `•••@${domain}`,
    message: homeowner.message === '' ? '' : '•••',
  };
}

export function fullContact(homeowner: Homeowner): LeadContact {
  const { street, phone, email, message } = homeowner;
  return { name: formatName(homeowner), street, phone, email, message };
}

/** Replaces the middle of a text; hides short texts entirely. */
function mask(text: string, start: number, end: number): string {
  if (text === '') return '';
  if (text.length <= start + end) return '•••';
  return `${text.slice(0, start)}•••${text.slice(text.length - end)}`;
}
