import * as v from 'valibot';
import type { UserChanges } from '#schemas/api/account-calls.ts';
import { changedFields } from '#schemas/company.ts';
import { memberName } from '#schemas/person-rules.ts';
import { validatePhone, type ParsePhone, isTestPhone, type PhoneProblem } from '#schemas/phone.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { normaliseEmail } from '#schemas/email.ts';
import { optionalEmail } from '#schemas/optional-email.ts';
import type { TeamMember } from '#schemas/team.ts';
import { displayEmail } from '#schemas/shown-email.ts';

/** Form of a team member. */
export interface MemberForm extends Record<string, unknown> {
  name: string;
  surname: string;
  /** National format. */
  phone: string;
  /** Empty for a new member or one without an address. */
  email: string;
}

/**
 * Form schema (spec 2 §5). The phone's message is its problem code.
 * @param parse null if the phone rules failed to load; then only the server validates
 * @param before the saved number, which is not validated again
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

export function toMemberForm({
  name,
  surname,
  phone,
  email,
  pending_email,
}: TeamMember): MemberForm {
  return { name, surname, phone: phone ?? '', email: displayEmail(pending_email ?? email ?? '') };
}

/** Returns the changed fields only. An emptied address is ignored. */
export function toMemberChanges(member: TeamMember, form: MemberForm): UserChanges {
  const { email, ...others } = changedFields(toMemberForm(member), form);
  const before = member.pending_email ?? member.email ?? '';
  return email && normaliseEmail(email) !== before ? { ...others, email } : others;
}

/**
 * Validates a typed number; null if valid. Test numbers are left to the server.
 * @param parse null if the phone rules failed to load; then only the server validates
 */
function phoneProblem(
  typed: string,
  region: RegionCode,
  parse: ParsePhone | null,
): PhoneProblem | null {
  if (parse === null || isTestPhone(typed)) return null;
  const checked = validatePhone(typed, region, parse);
  return checked.ok ? null : checked.problem;
}
