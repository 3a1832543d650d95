import { isMainCompanyRole } from '#schemas/roles.ts';
import { type Actor } from '../http/handler.ts';

/**
 * True if the person may use the shop and see the company's orders (spec 2 §6: main company roles).
 */
export function hasShop({ role }: Pick<Actor, 'role'>): boolean {
  return isMainCompanyRole(role);
}
