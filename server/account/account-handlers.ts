import { type Handlers } from '../http/handler.ts';
import { endOtherSessions, endOwnSession, sessions } from './account-sessions.ts';
import { avatar, removeAvatar, uploadAvatar } from './avatar.ts';
import { verifyEmail } from './change-email.ts';
import {
  cancelEmailChange,
  emailVerification,
  requestEmailVerification,
} from './email-verification.ts';
import { restoreEmail } from './restore-email.ts';
import { company, setAvailability, updateCompany, updateCompanyType } from './update-company.ts';
import { updateUser } from './update-user.ts';

/** A person's own profile, company, e-mail address and sessions. */
export const accountHandlers = {
  updateUser,
  uploadAvatar,
  getAvatar: avatar,
  deleteAvatar: removeAvatar,
  getCompany: company,
  updateCompany,
  updateCompanyType,
  updateAvailability: setAvailability,
  getEmailVerification: emailVerification,
  requestEmailVerification,
  cancelEmailChange,
  verifyEmail,
  restoreEmail,
  listSessions: sessions,
  endSession: endOwnSession,
  endOtherSessions,
} satisfies Partial<Handlers>;
