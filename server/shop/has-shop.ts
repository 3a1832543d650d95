import { isMainCompanyRole } from '#schemas/roles.ts';
import { type Actor } from '../http/handler.ts';

/** Whether the person may see the shop and the company's orders, and order (spec 2 §6). */
export function hasShop({ role }: Pick<Actor, 'role'>): boolean {
  return isMainCompanyRole(role);
}
