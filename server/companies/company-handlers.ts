import { type OperatorHandlers } from '../console/operator-handler.ts';
import { editCompany, listCompanyTimeline, readCompanyFile } from './company-file.ts';
import { listCompanies } from './list-companies.ts';

/** Companies and their case files in the console. */
export const companyHandlers = {
  listCompanies,
  readCompanyFile,
  listCompanyTimeline,
  editCompany,
} satisfies Partial<OperatorHandlers>;
