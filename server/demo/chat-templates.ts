import { type Transaction } from 'kysely';
import { type ChatTemplate } from '#schemas/operator/chat-template-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { demoUuid } from './seeded-random.ts';

/** Reply templates for Poland, where most of the demo's operators work. */
const demoTemplates: readonly Pick<ChatTemplate, 'name' | 'texts'>[] = [
  {
    name: 'Thanks',
    texts: [
      {
        language: 'pl',
        text: 'Dzień dobry, {name}!\nDziękujemy za wiadomość. Wkrótce odpowiemy.\n{operator}',
      },
      {
        language: 'en',
        text: 'Hello {name},\nthank you for your message. We’ll answer soon.\n{operator}',
      },
      {
        language: 'uk',
        text: 'Доброго дня, {name}!\nДякуємо за повідомлення. Ми скоро відповімо.\n{operator}',
      },
    ],
  },
  {
    name: 'Label can’t be read',
    texts: [
      {
        language: 'pl',
        text: 'Prosimy o zdjęcie całej tabliczki w dobrym świetle. Numer jest w prawym górnym rogu.',
      },
      {
        language: 'en',
        text: 'Please take a photo of the whole label in good light. The number is at the top right.',
      },
    ],
  },
];

/** Adds the templates. */
export async function insertDemoTemplates(trx: Transaction<Database>): Promise<void> {
  const region_id = regionIdOf('PL');
  await trx
    .insertInto('chat_templates')
    .values(
      demoTemplates.map(({ name, texts }) => ({
        ...{ uuid: demoUuid(`chat-template-${name}`), region_id, name },
        texts: toJsonb(texts),
      })),
    )
    .execute();
}
