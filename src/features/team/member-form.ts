import * as v from 'valibot';
import type { UserChanges } from '#schemas/api/account-calls.ts';
import { changedFields } from '#schemas/company.ts';
import { memberName } from '#schemas/person-rules.ts';
import { checkPhone, type ParsePhone, isTestPhone, type PhoneProblem } from '#schemas/phone.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { normalEmail } from '#schemas/email.ts';
import { optionalEmail } from '#schemas/optional-email.ts';
import type { TeamMember } from '#schemas/team.ts';
import { shownEmail } from '#schemas/shown-email.ts';

/** What an owner enters of a member. */
export interface MemberForm extends Record<string, unknown> {
  name: string;
  surname: string;
  /** National. */
  phone: string;
  /** Empty where there is none, and for who is added. */
  email: string;
}

/**
 * The form's rules (spec 2 §5). What is wrong with the phone is its message.
 * @param parse null where the rules of phone numbers can't be had: then the server judges alone
 * @param before the number that is there already, which is not judged
 */
export function memberFormSchema(parse: ParsePhone | null, region: RegionCode, before: string) {
  return v.object({
    name: memberName,
    surname: memberName,
    phone: v.pipe(
      v.string(),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed || (dataset.value === before && before !== '')) return;
        const problem = phoneProblem(dataset.value, region, parse);
        if (problem !== null) addIssue({ message: problem });
      }),
    ),
    email: optionalEmail,
  });
}

export const emptyMember: MemberForm = { name: '', surname: '', phone: '', email: '' };

/** What the form begins with. */
export function toMemberForm({
  name,
  surname,
  phone,
  email,
  pending_email,
}: TeamMember): MemberForm {
  return { name, surname, phone: phone ?? '', email: shownEmail(pending_email ?? email ?? '') };
}

/** Only what differs is sent; an emptied address is left as it was. */
export function toMemberChanges(member: TeamMember, form: MemberForm): UserChanges {
  const { email, ...others } = changedFields(toMemberForm(member), form);
  const before = member.pending_email ?? member.email ?? '';
  return email && normalEmail(email) !== before ? { ...others, email } : others;
}

/**
 * What is wrong with a typed number; null where nothing is. A test phone is left to the server.
 * @param parse null where the rules can't be had: then the server decides
 */
function phoneProblem(
  typed: string,
  region: RegionCode,
  parse: ParsePhone | null,
): PhoneProblem | null {
  if (parse === null || isTestPhone(typed)) return null;
  const checked = checkPhone(typed, region, parse);
  return checked.ok ? null : checked.problem;
}
