import { type Handlers } from '../http/handler.ts';
import { endOtherSessions, endOwnSession, listSessions } from './account-sessions.ts';
import { getAvatar, deleteAvatar, uploadAvatar } from './avatar.ts';
import { verifyEmail } from './change-email.ts';
import {
  cancelEmailChange,
  getEmailVerification,
  requestEmailVerification,
} from './email-verification.ts';
import { restoreEmail } from './restore-email.ts';
import {
  getCompany,
  updateAvailability,
  updateCompany,
  updateCompanyType,
} from './update-company.ts';
import { updateUser } from './update-user.ts';

/** A person's own profile, company, email address and sessions. */
export const accountHandlers = {
  updateUser,
  uploadAvatar,
  getAvatar,
  deleteAvatar,
  getCompany,
  updateCompany,
  updateCompanyType,
  updateAvailability,
  getEmailVerification,
  requestEmailVerification,
  cancelEmailChange,
  verifyEmail,
  restoreEmail,
  listSessions,
  endSession: endOwnSession,
  endOtherSessions,
} satisfies Partial<Handlers>;
