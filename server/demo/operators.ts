import { type Transaction } from 'kysely';
import { brand } from '#brand';
import { type OperatorGrant } from '#schemas/operator/operator-rights.ts';
import { regionIdOf, regions } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { demoUuid } from './seeded-random.ts';

/** An employee of the manufacturer who can sign in to the demo's console. */
interface DemoOperator {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: 'en' | 'pl';
  readonly role: OperatorGrant['role'];
  readonly regions: OperatorGrant['regions'];
}

const allRegions = regions.map(({ id }) => id);
const poland = [regionIdOf('PL')];

/** The demo's operators. They sign in by code, and then create a passkey in the browser. */
export const demoOperators: readonly DemoOperator[] = [
  demoOperator('anna', 'Anna Zielińska', 'en', 'administrator', allRegions),
  demoOperator('piotr', 'Piotr Mazur', 'pl', 'country_lead', poland),
  demoOperator('ola', 'Aleksandra Lis', 'pl', 'reviewer', poland),
  demoOperator('tomasz', 'Tomasz Wrona', 'pl', 'viewer', poland),
];

function demoOperator(
  key: string,
  name: string,
  language: DemoOperator['language'],
  role: DemoOperator['role'],
  ids: DemoOperator['regions'],
): DemoOperator {
  const email = `${key}@${brand.domain}`;
  return { id: demoUuid(`operator-${key}`), name, email, language, role, regions: ids };
}

/** Adds the operators with their roles. */
export async function insertDemoOperators(trx: Transaction<Database>, now: Date): Promise<void> {
  await trx
    .insertInto('operators')
    .values(
      demoOperators.map(({ id, name, email, language }) => ({
        id,
        name,
        email,
        language,
        created_at: now,
        signed_in_at: null,
      })),
    )
    .execute();
  await trx
    .insertInto('operator_grants')
    .values(
      demoOperators.flatMap((operator) =>
        operator.regions.map((region_id) => ({
          operator_id: operator.id,
          role: operator.role,
          region_id,
        })),
      ),
    )
    .execute();
}
