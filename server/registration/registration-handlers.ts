import { type Handlers } from '../http/handler.ts';
import { registerCompany } from './register-company.ts';
import { validateCompany } from './validate-company.ts';

/** A company joins. */
export const registrationHandlers = {
  validateCompany,
  registerCompany,
} satisfies Partial<Handlers>;
