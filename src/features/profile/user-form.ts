import * as v from 'valibot';
import type { UserChanges } from '#schemas/api/account-calls.ts';
import { changedFields } from '#schemas/company.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import { managesOwnEmail, personName } from '#schemas/person-rules.ts';
import type { RoleId } from '#schemas/roles.ts';
import { emailAddress, normaliseEmail } from '#schemas/email.ts';
import { displayEmail } from '#schemas/display-email.ts';

/** Values of the form on `/user/edit`. */
export interface UserForm extends Record<string, unknown> {
  name: string;
  surname: string;
  email: string;
  email_consent: boolean;
  phone_consent: boolean;
}

/** Form schema (spec 1 §5): names, and the email address if the user may edit it. */
export function userFormSchema(role: RoleId) {
  return v.object({
    name: personName,
    surname: personName,
    email: managesOwnEmail(role) ? emailAddress : v.string(),
    email_consent: v.boolean(),
    phone_consent: v.boolean(),
  });
}

export function toUserForm(self: InstallerUser): UserForm {
  return {
    name: self.name,
    surname: self.surname,
    email: displayEmail(self.email ?? ''),
    email_consent: self.email_consent,
    phone_consent: self.phone_consent,
  };
}

/** Returns only the changed fields, without the email address if the user isn't allowed to change it. */
export function toUserChanges(self: InstallerUser, form: UserForm): UserChanges {
  const { email, ...otherChanges } = changedFields(toUserForm(self), form);
  const isNewEmail =
    email !== undefined && managesOwnEmail(self.role.id) && normaliseEmail(email) !== self.email;
  return isNewEmail ? { ...otherChanges, email } : otherChanges;
}
