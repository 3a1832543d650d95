import { type OperatorHandlers } from '../console/operator-handler.ts';
import {
  editCompany,
  endCompanySessions,
  refuseCompany,
  setCompanyBlocked,
  setCompanyFlags,
  verifyCompany,
} from './company-actions.ts';
import { listCompanyTimeline, readCompanyFile } from './company-file.ts';
import { explainCompanyPoints, listCompanyLedger } from './company-points.ts';
import { listCompanyRecords } from './company-records.ts';
import { claimVerifications, listCompanies } from './list-companies.ts';
import { listPeople } from './list-people.ts';
import {
  changePersonEmail,
  changePersonPhone,
  endPersonSession,
  endPersonSessions,
  viewAsPerson,
  erasePerson,
  resendPersonInvitation,
} from './person-actions.ts';
import { withdrawVerification } from './withdraw-verification.ts';
import { listPersonTimeline, readPersonFile, revealPersonContact } from './person-file.ts';

/** Companies, their people and their case files in the console. */
export const companyHandlers = {
  listCompanies,
  claimVerifications,
  readCompanyFile,
  listCompanyTimeline,
  editCompany,
  explainCompanyPoints,
  listCompanyLedger,
  listCompanyRecords,
  verifyCompany,
  refuseCompany,
  withdrawVerification,
  setCompanyFlags,
  setCompanyBlocked,
  endCompanySessions,
  listPeople,
  readPersonFile,
  listPersonTimeline,
  revealPersonContact,
  viewAsPerson,
  endPersonSessions,
  endPersonSession,
  resendPersonInvitation,
  changePersonEmail,
  changePersonPhone,
  erasePerson,
} satisfies Partial<OperatorHandlers>;
