import * as v from 'valibot';
import type { UserChanges } from '#schemas/api/account-calls.ts';
import { changedFields } from '#schemas/company.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import { ownsTheirEmail, personName } from '#schemas/person-rules.ts';
import type { RoleId } from '#schemas/roles.ts';
import { emailAddress, normalEmail } from '#schemas/email.ts';
import { shownEmail } from '#schemas/shown-email.ts';

/** What a person edits of themselves on /user/edit. */
export interface UserForm extends Record<string, unknown> {
  name: string;
  surname: string;
  email: string;
  email_consent: boolean;
  phone_consent: boolean;
}

/** The form's rules (spec 1 §5): name and surname; the e-mail address where it is the person's to edit. */
export function userFormSchema(role: RoleId) {
  return v.object({
    name: personName,
    surname: personName,
    email: ownsTheirEmail(role) ? emailAddress : v.string(),
    email_consent: v.boolean(),
    phone_consent: v.boolean(),
  });
}

/** What the form begins with. */
export function toUserForm(self: InstallerUser): UserForm {
  return {
    name: self.name,
    surname: self.surname,
    email: shownEmail(self.email ?? ''),
    email_consent: self.email_consent,
    phone_consent: self.phone_consent,
  };
}

/** What is to be sent: only what differs from the profile, and the e-mail address only if it may be. */
export function toUserChanges(self: InstallerUser, form: UserForm): UserChanges {
  const { email, ...others } = changedFields(toUserForm(self), form);
  const isNewEmail =
    email !== undefined && ownsTheirEmail(self.role.id) && normalEmail(email) !== self.email;
  return isNewEmail ? { ...others, email } : others;
}
