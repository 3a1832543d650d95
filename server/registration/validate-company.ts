import { type calls } from '#schemas/api/calls.ts';
import { validatePhone, stripPhone } from '#schemas/phone.ts';
import { uniqueFields } from '#schemas/registration.ts';
import { normaliseEmail } from '#schemas/email.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { limits, enforceLimit, enforceOverallLimit } from '../access/rate-limits.ts';
import { type Handler } from '../http/handler.ts';
import { findInstallerByEmail, findInstallerByPhone, isTaxNumberTaken } from './find-existing.ts';
import { parsePhone } from './parse-phone.ts';

/**
 * Checks whether a number, phone or email address is unused. The result reveals who is registered,
 * so calls are rate-limited and logged by field name only (security 3).
 */
export const validateCompany: Handler<typeof calls.validateCompany> = async (
  { query, clientNetwork },
  services,
) => {
  const withinLimit = await enforceLimit(services, limits.validationsPerNetwork, clientNetwork);
  await enforceOverallLimit(services, limits.validationsOverall, withinLimit);
  const field = uniqueFields.find((name) => query[name] !== undefined) ?? 'email';
  const value = query[field] ?? '';
  const isTaken = await isValueTaken(field, value);
  const result = isTaken ? 'fail' : 'pass';
  services.logger.info({ field, result }, 'a field of a registration was checked');
  return { result };

  async function isValueTaken(name: typeof field, typedValue: string): Promise<boolean> {
    if (name === 'email') {
      const email = normaliseEmail(typedValue);
      return (await findInstallerByEmail(services.db, email, services.clock.now())) !== undefined;
    }
    if (name === 'phone') {
      const parsed = validatePhone(typedValue, regionCodeOf(query.region_id), parsePhone);
      const phone = parsed.ok ? parsed.phone : stripPhone(typedValue);
      return (await findInstallerByPhone(services.db, phone)) !== undefined;
    }
    return isTaxNumberTaken(services.db, query.region_id, { field: name, typed: typedValue });
  }
};
