import { type Handlers } from '../http/handler.ts';
import { registerCompany } from './register-company.ts';
import { validateCompany } from './validate-company.ts';

export const registrationHandlers = {
  validateCompany,
  registerCompany,
} satisfies Partial<Handlers>;
