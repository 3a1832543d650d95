import { type Transaction } from 'kysely';
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import { HOUR_MS } from '#schemas/durations.ts';
import { regionLanguage } from '#schemas/languages.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { regionIdOf, type RegionCode } from '#schemas/regions.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { getInitialPlace } from '../leads/locate-places.ts';
import { demoUuid } from './seeded-random.ts';
import { translateAll } from './texts.ts';

/** Hours between two requests. */
const HOURS_BETWEEN = 17;
const DAYS_TO_REQUESTED_DAY = 21;

/** Homeowners for whom no company has been chosen yet: region, names, address and phone number. */
const homeowners = [
  ['PL', 'Zofia', 'Baran', 'ul. Długa 8', '31-147', 'Kraków', '+48600100301'],
  ['PL', 'Adam', 'Górski', 'ul. Rynek 2', '32-020', 'Wieliczka', '+48600100302'],
  ['PL', 'Irena', 'Wilk', 'ul. Nowa 15', '34-500', 'Zakopane', '+48600100303'],
  ['PL', 'Paweł', 'Sowa', 'ul. Piotrkowska 90', '90-103', 'Łódź', '+48600100304'],
  ['CZ', 'Jana', 'Nová', 'Husova 12', '602 00', 'Brno', '+420602100301'],
  ['CZ', 'Karel', 'Beran', 'Školní 3', '779 00', 'Olomouc', '+420602100302'],
] as const satisfies readonly (readonly [RegionCode, ...string[]])[];

/** Adds requests that no company has been chosen for yet. */
export async function insertDemoRequests(trx: Transaction<Database>, now: Date): Promise<void> {
  const rows = homeowners.map(
    ([code, first_name, last_name, street, postal_code, city, phone], index) => {
      const created_at = new Date(
        now.getTime() - (homeowners.length - index) * HOURS_BETWEEN * HOUR_MS,
      );
      const today = dayIn(code, created_at.getTime());
      const inLanguage = (en: string) => textInLanguage(translateAll(en), regionLanguage(code));
      const windows = 1 + (index % 3);
      const place = { postal_code, city, latitude: null, longitude: null };
      return {
        uuid: demoUuid(`lead-request:${index}`),
        region_id: regionIdOf(code),
        created_at,
        updated_at: created_at,
        source: 'hand' as const,
        sender: null,
        reference: null,
        first_name,
        last_name,
        street,
        postal_code,
        city,
        phone,
        email: '',
        windows,
        products: toJsonb([{ type: 'GGL', quantity: windows }]),
        service: inLanguage(index % 2 === 0 ? 'A visit' : 'An offer'),
        message: '',
        wished_day: index % 2 === 0 ? addDays(today, DAYS_TO_REQUESTED_DAY) : null,
        consent_day: today,
        ...getInitialPlace(regionIdOf(code), place, created_at.getTime()),
      };
    },
  );
  await trx.insertInto('lead_requests').values(rows).execute();
}
